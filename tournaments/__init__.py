"""Tournaments as facts: what is stored, done and shown. No rule of a game and no arithmetic of a
method."""
