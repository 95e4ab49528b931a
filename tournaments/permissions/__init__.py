"""Permissions: who may see and do what. No other package decides it."""
