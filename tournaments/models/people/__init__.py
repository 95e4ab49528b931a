"""Clubs and their people: who runs a club's events, who plays in it, and who somebody is over
clubs."""
