"""What the director's desk shows."""
