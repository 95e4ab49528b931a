"""Second scorers: X of a finished play record, from the rules alone; nothing of the games is
imported."""
