"""Tarot: the rules of the family as data, one engine for all of its games, and the games."""
