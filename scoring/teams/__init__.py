"""Matches of teams: what two tables made of the same boards, the methods for them, and
standings."""
