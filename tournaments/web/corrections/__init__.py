"""Pages of corrections, each with a preview."""
