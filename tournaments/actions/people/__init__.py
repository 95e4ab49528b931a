"""Actions on the people of a club."""
