"""What is taken along."""
