"""Random sessions over HTTP: every form is sent in random order, and every page read."""
