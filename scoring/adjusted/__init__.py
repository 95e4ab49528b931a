"""What a ruling gives a line of a play in place of the award of an X, and one's own mean."""
