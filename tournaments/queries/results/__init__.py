"""Queries about results: entries, the state and points of plays, drafts, objections."""
