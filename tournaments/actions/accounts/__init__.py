"""Acts of a person on his own account: his password, and where he is signed in."""
