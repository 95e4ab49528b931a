"""Give penalties: with an amount, or as the next step of a penalty in the club's list."""
