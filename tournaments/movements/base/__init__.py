"""What every movement answers and is given: the class, a plan, a stage so far, and what a plan must
be.

No movement of its own is here.
"""
