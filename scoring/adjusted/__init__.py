"""Adjusted awards, which a ruling gives instead of the award of an X, and own means."""
