"""Tarot: a family of games whose rules are data for one common engine."""
