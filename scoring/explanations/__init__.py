"""Explanations of awards, totals and places: a sentence with its numbers, and a formula."""
