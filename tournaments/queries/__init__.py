"""What pages read: facts gathered into the shape a page shows, and nothing written."""
