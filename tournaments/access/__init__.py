"""Code that pages and the API share: who sends a request, limits on guesses, and caches.

`permissions/visibility` decides what a reader may see, and `permissions/roles` what a role may do.
"""
