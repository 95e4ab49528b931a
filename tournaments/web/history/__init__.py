"""Pages of an event's history: list, undo, redo and restore."""
