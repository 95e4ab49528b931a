"""How values are written in templates: cards, awards, contestants, sentences. Nothing is decided
here."""
