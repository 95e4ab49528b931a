"""Pages of an event's contestants, for its directors."""
