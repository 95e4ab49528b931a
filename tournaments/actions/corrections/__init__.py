"""Corrections of mistakes at tables and with boards; each is one undo step."""
