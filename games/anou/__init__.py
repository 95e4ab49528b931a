"""Anou: what a table writes down and X (`game`), the play of the cards, and the columns of a
wall."""
