"""Acts on a club: its members, its people, its demo. Who plays in one event is in `contestants`."""
