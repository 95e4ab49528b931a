"""Queries about an event as a whole."""
