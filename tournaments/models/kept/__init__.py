"""What is kept of it: who did what and how it is undone, what is derived, what was sent and
brought back."""
