"""What the files of an event hold."""
