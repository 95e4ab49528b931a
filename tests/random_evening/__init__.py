"""Random evenings over HTTP: every form that people press, in random order, and every page read."""
