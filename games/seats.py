"""Seats round the table and the order in which play goes round them."""

from typing import Literal

from games.text import Words, spaced
from games.text import gettext_noop as _

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

NAMES = {"ns": _("N-S"), "ew": _("E-W"), "n": _("N"), "e": _("E"), "s": _("S"), "w": _("W")}
"""Lines and seats of the compass as players write them; seats off the compass keep their letters."""


def line_in_words(line: str) -> Words:
    """A line, or a seat in either case, as players write it."""
    return Words(NAMES.get(line.lower(), line.upper()))


def line_with(line: str, what: object) -> Words:
    """A line or seat with its number or word: `N 41`."""
    return spaced(line_in_words(line), Words(str(what)))


def singles(seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The lines of a game where everybody plays alone: each seat is its own."""
    return {seat.lower(): (seat,) for seat in seats}
