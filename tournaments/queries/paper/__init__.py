"""Queries for printed sheets."""
