"""The director's guide, for anybody to read in his language."""
