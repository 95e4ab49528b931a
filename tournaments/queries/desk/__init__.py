"""Queries for the pages of the director's desk."""
