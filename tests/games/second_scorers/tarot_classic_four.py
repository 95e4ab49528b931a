"""Classic Tarot for four, scored again from its record."""

from tests.games.second_scorers._tarot import partners
from tests.games.second_scorers._tarot_pay import points
from tests.games.second_scorers._tarot_walk import won


def x(record):
    """X of both lines."""
    made = points(record, *won(record, "NWSE", partners(record)))
    return {"ns": made["N"] + made["S"], "ew": made["E"] + made["W"]}
