"""Pages that correct what went wrong, each with a preview."""
