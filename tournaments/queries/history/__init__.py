"""Read undo steps and the audit, and describe them in words."""
