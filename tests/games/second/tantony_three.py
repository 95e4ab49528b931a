"""Tantony for three, scored again from its record."""

from tests.games.second.tantony import by_seat


def x(record):
    """X of every seat."""
    return {seat.lower(): made for seat, made in by_seat(record, ["10", "15", "20", "25"]).items()}
