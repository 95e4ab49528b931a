"""What is read of results: entries and what they amount to."""
