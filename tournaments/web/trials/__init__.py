"""Trying a game: one deal against others who play any legal card, for anybody, and nothing is
stored."""
