"""Queries for the downloads of an event."""
