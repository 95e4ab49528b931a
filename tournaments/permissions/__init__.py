"""Permissions: who may see and do what; no other package decides this."""
