"""What pages and the API share: who sends a request, rate limits, and caches.

What a reader may see is decided in `permissions/visibility`, what a role may do in
`permissions/roles`.
"""
