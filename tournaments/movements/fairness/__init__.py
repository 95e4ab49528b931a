"""Figures of how evenly a plan treats its contestants."""
