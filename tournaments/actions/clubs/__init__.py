"""Actions on a club: members, venues and demo. Players of an event are in `contestants`."""
