"""What is read of sections that are played offline."""
