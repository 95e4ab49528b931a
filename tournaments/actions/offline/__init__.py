"""A section that travels as a file: sent, opened on a laptop elsewhere, and what it delivers
taken in."""
