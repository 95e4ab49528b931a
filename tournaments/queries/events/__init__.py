"""What is read of an event as a whole."""
