"""Actions that can be undone: record, preview, undo and redo them."""
