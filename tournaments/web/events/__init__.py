"""The pages of an event as a whole, for who runs it: what is said of it, the same again, away
with it."""
