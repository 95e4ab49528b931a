"""Tarot of Munich, scored again from its record."""

from tests.games.second_scorers._tarot import partners
from tests.games.second_scorers._tarot_pay import points
from tests.games.second_scorers._tarot_walk import won


def x(record):
    """X of both lines."""
    later = record["options"]["equal"] == "later"
    made = points(record, *won(record, "NWSE", partners(record), later=later))
    return {"ns": made["N"] + made["S"], "ew": made["E"] + made["W"]}
