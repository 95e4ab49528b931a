"""The rules of every game, in the reader's language."""
