"""Seats round the table and the order in which play goes round them."""

from collections.abc import Iterable, Mapping
from typing import Literal

from games.text import Verbatim, Words, spaced
from games.text import gettext_noop as _

_LETTERS = "ABCDEF"
MOST_SEATS = len(_LETTERS)
"""No game of the catalogue has more at a table."""

Direction = Literal["anticlockwise", "clockwise"]

Opening = Literal["deals", "starts", ""]
"""What the dealer of a board does: where there are no cards to deal, he may have the first turn."""


def play_order(players: int, direction: Direction) -> tuple[str, ...]:
    """The seats in order of play: four are named by the compass, other numbers A, B, C …

    Seen from above the compass runs N E S W clockwise, so anticlockwise play goes N W S E.
    """
    if players != 4:
        return tuple(_LETTERS[:players])
    return ("N", "W", "S", "E") if direction == "anticlockwise" else ("N", "E", "S", "W")


def dealer_of(number: int, seats: tuple[str, ...]) -> str:
    """The dealer of board `number` (from 1): the seats take turns in order of play."""
    return seats[(number - 1) % len(seats)]


PAIRS = {"ns": ("N", "S"), "ew": ("E", "W")}
"""The lines of a partnership game for four: each is compared with itself at the other tables."""

NAMES = {"ns": _("N-S"), "ew": _("E-W"), "n": _("N"), "e": _("E"), "s": _("S"), "w": _("W")}
"""Lines and seats of the compass as players write them; seats off the compass keep their
letters."""

SEATS = {"n": _("North"), "w": _("West"), "s": _("South"), "e": _("East")}
"""Seats of the compass in a word."""

_NOT_AT_FIVE = {"ns", "ew", "n", "s", "w"}
"""What is on the compass alone: E is also the fifth of five."""


def line_in_words(line: str, among: Iterable[str]) -> Words:
    """A line, or a seat in either case, as players write it.

    `among` are the seats or the lines of the whole table: they tell whether E is East.
    """
    return _named(NAMES, line, among)


def seat_in_words(seat: str, among: Iterable[str]) -> Words:
    """A seat, in either case, in a word; `among` as in `line_in_words`."""
    return _named(SEATS, seat, among)


def line_with(line: str, what: object, among: Iterable[str]) -> Words:
    """A line or seat with its number or word: `N 41`; `among` as in `line_in_words`."""
    return spaced(line_in_words(line, among), Words(str(what)))


def _named(names: Mapping[str, str], line: str, among: Iterable[str]) -> Words:
    on_compass = not _NOT_AT_FIVE.isdisjoint(each.lower() for each in among)
    if on_compass and line.lower() in names:
        return Words(names[line.lower()])
    return Words("%(letter)s", {"letter": Verbatim(line.upper())})


def singles(seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The lines of a game where everybody plays alone: each seat is its own."""
    return {seat.lower(): (seat,) for seat in seats}
