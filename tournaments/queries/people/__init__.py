"""Queries about the people of a club: players and their names."""
