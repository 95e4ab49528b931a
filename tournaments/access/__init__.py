"""Who asks, how often he may guess, and how fresh a snapshot he is shown: the same for pages and
API.

What somebody may see is answered in `permissions/visibility`, what a role may do in
`permissions/roles`.
"""
