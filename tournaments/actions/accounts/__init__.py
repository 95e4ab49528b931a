"""Acts of a person on his own account: his password, his second factor, and where he is signed
in."""
