"""Tantony for three, scored again from its record."""

from tests.games.second_scorers._singles import over_all
from tests.games.second_scorers.tantony import by_seat


def x(record):
    """X of every seat."""
    own = {seat.lower(): made for seat, made in by_seat(record, ["10", "15", "20", "25"]).items()}
    return own if record["options"]["x"] == "own" else over_all(own)
