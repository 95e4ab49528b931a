"""Movements: contestants and boards in, seatings out. Pure Python; nothing of Django.

A file here is one movement, said by how it differs; the catalogue has a line for each.
"""
