"""Actions on the players of a club: names, members, merges, and links across clubs."""
