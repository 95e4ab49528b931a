"""Lists from which a director chooses when correcting."""
