"""What is read of what was done: actions that can be undone, and the audit."""
