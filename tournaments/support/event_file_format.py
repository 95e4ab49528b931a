"""What an event file calls itself, and the version that is written and read."""

FORMAT = "manilla event"

# Grows with every change of the file's shape; another number is refused.
VERSION = 7
