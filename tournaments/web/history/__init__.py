"""The history of an event: what was done, and undoing it."""
