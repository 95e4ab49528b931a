"""What explains a number: one sentence with its numbers, and the formula by which they make it."""
