"""Pages of a club: players, staff, venues, penalties, audit and demo."""
