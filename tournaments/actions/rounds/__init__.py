"""Actions on sessions and their rounds: plan, deal, start, draw, swap and end."""
