"""Combinatorial designs of movements and the searches for them, independent of results."""
