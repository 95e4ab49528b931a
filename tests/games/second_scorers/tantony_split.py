"""Tantony with split partnerships, scored again from its record."""

from tests.games.second_scorers._singles import over_all
from tests.games.second_scorers.tantony import by_seat

NEIGHBOURS = {
    "left": ["NE", "ES", "SW", "WN"],
    "right": ["NW", "EN", "SE", "WS"],
    "alone": list("NESW"),
}
"""Who scores with whom; the first of each is the seat itself."""


def x(record):
    """X of every seat."""
    totals = by_seat(record)
    own = {
        seats[0].lower(): sum(totals[seat] for seat in seats)
        for seats in NEIGHBOURS[record["options"]["partner"]]
    }
    return own if record["options"]["x"] == "own" else over_all(own)
