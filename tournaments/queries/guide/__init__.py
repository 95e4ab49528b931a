"""Queries for the director's guide and for rehearsals."""
