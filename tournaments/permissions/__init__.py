"""Who may do and see what; nothing else decides it."""
