"""Record undo steps, preview actions, and undo, redo or restore."""
