"""The games: packs, deals, rules of play, outcomes and X, in the standard library only."""
