"""Pages of the contestants of an event, for its directors."""
