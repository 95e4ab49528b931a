"""Format name and version of event files."""

FORMAT = "manilla event"

# Grows with every change of the file's shape; another number is refused.
VERSION = 7
