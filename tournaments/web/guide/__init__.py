"""Pages of the director's guide, for everybody, in the reader's language."""
