"""What commands share: their arguments, their output, and the demo they make."""
