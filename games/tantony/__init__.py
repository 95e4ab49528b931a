"""Tantony: three games in which the winner of a trick gives it away."""
