"""Movements: who sits where in each round, with which boards. Pure Python, no Django.

Each module here is one movement, and `catalogue` lists them all. What they share is in `base/`.
"""
