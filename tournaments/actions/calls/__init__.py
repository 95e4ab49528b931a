"""Acts by which room and desk speak to each other: a table calls, the desk announces."""
