"""Queries for the pages of a table's phone."""
