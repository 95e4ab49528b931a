"""Pages for signing in and out, and of a user's own account.

Authentication and rate limits of guesses are in `tournaments/access`.
"""
