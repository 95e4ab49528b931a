"""Second scorer of Tantony for three."""

from tests.games.second_scorers._individual import differences_from_all
from tests.games.second_scorers.tantony import runts_by_seat


def x(record):
    """Return X of each seat."""
    points = {
        seat.lower(): total
        for seat, total in runts_by_seat(record, ["10", "15", "20", "25"]).items()
    }
    return points if record["options"]["x"] == "own" else differences_from_all(points)
