"""Rulings: awards that a director gives instead of a result."""
