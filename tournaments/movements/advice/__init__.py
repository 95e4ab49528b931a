"""Proposals of movements for a number of contestants and minutes, best first."""
