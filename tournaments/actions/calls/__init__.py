"""Calls of tables to the director, and announcements from the desk."""
