"""What anybody may read of an event: standings, rounds, scorecards, travellers, and the proof of
its deals.

Nothing of one person's own is here: every reader gets the same page.
"""
