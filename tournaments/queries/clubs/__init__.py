"""What is read of a club: its members and its programme."""
