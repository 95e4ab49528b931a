"""The games: packs, deals, rules of play, outcomes and X. Pure Python, standard library only."""
