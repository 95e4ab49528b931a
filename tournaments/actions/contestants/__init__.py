"""Acts on those who are ranked: they register, pay, leave, join, are penalised."""
