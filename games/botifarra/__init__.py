"""Botifarra: calls, card play, scoring, and a forecast of results from the cards."""
