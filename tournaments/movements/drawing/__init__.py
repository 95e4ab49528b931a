"""Rounds drawn from results: Swiss pairings, knock-out brackets, and qualification."""
