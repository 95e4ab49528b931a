"""Second scorers compute X of a play record from the rules alone, without the games' code."""
