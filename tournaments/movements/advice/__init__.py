"""Which movement for so many contestants in so many minutes, the best first."""
