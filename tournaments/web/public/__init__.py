"""Public pages of an event: standings, rounds, scorecards, travellers, proof of the deals.

Nothing personal is here: every reader gets the same page.
"""
