"""Corrections of what went wrong at tables and with boards; each can be undone."""
