"""What is read for the director's guide and rehearsals."""
