"""Pages of a section that travels: its organiser sends it and takes in results, a laptop opens
it."""
