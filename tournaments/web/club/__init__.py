"""A club's own pages: its people, its members and their roles, and the end of its demo."""
