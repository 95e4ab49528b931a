"""Tantony, three games: what a table writes down and X (`game`), the play, and the legs of a
board."""
