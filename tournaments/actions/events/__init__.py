"""Acts on an event as a whole: made, given another movement, taken on to its next stage, published.

What happens inside one of its sessions is in `rounds`.
"""
