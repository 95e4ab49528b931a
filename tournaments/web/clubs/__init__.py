"""A club's own pages: its people, its members and their roles, what was done, and the end of its
demo."""
