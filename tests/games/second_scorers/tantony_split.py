"""Second scorer of Tantony with split partnerships."""

from tests.games.second_scorers._individual import differences_from_all
from tests.games.second_scorers.tantony import runts_by_seat

# Each seat, and the neighbour whose runts it scores as well.
NEIGHBOURS = {
    "left": ["NE", "ES", "SW", "WN"],
    "right": ["NW", "EN", "SE", "WS"],
    "alone": list("NESW"),
}


def x(record):
    """Return X of each seat."""
    totals = runts_by_seat(record)
    points = {
        seats[0].lower(): sum(totals[seat] for seat in seats)
        for seats in NEIGHBOURS[record["options"]["partner"]]
    }
    return points if record["options"]["x"] == "own" else differences_from_all(points)
