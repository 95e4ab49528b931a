"""Penalties: give one, or the next step of one in the club's list."""
