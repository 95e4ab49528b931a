"""The rules of every game, for anybody to read in his language."""
