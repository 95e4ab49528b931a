"""What a director chooses from when something is corrected."""
