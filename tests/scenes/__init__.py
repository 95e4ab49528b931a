"""Scenes for tests: events in a known state, scripted entries, and reference scoring."""
