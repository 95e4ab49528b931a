"""Decisions without opening the board: one key a version at the desk, and who is on which
decision."""
