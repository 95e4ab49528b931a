"""How an award, a total or a place came about: one sentence with its numbers, and the formula
behind it."""
