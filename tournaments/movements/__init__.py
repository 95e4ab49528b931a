"""Movements: contestants and boards in, seatings out. Pure Python; nothing of Django."""
