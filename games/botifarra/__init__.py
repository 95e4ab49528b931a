"""Botifarra: what a table writes down and X (`game`), the calls, the play, and what the cards
make likely."""
