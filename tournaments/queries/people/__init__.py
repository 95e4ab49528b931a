"""What is read of the people of a club: players and their names."""
