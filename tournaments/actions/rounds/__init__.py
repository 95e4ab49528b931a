"""Actions on sessions and their rounds: plan, deal, start, draw and end them."""
