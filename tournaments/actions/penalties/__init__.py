"""Penalties: given, and the next step of one of the club's own list."""
