"""Rulings: awards that a director gives instead of a result, and who takes no place."""
