"""What the phone of a table shows."""
