"""Seats round the table and the order in which play goes round them."""

from typing import Literal

Direction = Literal["anticlockwise", "clockwise"]


def play_order(players: int, direction: Direction) -> tuple[str, ...]:
    """The seats in order of play: four are named by the compass, other numbers A, B, C …

    Seen from above the compass runs N E S W clockwise, so anticlockwise play goes N W S E.
    """
    if players != 4:
        return tuple("ABCDEF"[:players])
    return ("N", "W", "S", "E") if direction == "anticlockwise" else ("N", "E", "S", "W")


def dealer_of(number: int, seats: tuple[str, ...]) -> str:
    """The dealer of board `number` (from 1): the seats take turns in order of play."""
    return seats[(number - 1) % len(seats)]


PAIRS = {"ns": ("N", "S"), "ew": ("E", "W")}
"""The lines of a partnership game for four: each is compared with itself at the other tables."""


def singles(seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The lines of a game where everybody plays alone: each seat is its own."""
    return {seat.lower(): (seat,) for seat in seats}
