"""Matches of teams that play the same boards at two tables, and the methods for them."""
