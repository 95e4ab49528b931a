"""Format name and version of event files."""

FORMAT = "manilla event"

# Incremented by every change of the schema; files with another version are refused.
VERSION = 7
