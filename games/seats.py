"""Seats round the table and the order in which play goes round them."""

from collections.abc import Iterable, Mapping
from typing import Literal

from games.text import Text, Verbatim, join_with_space
from games.text import gettext_noop as _

_LETTERS = "ABCDEF"
MAX_SEATS = len(_LETTERS)
"""No game of the catalogue has more at a table."""

Direction = Literal["anticlockwise", "clockwise"]

DealerRole = Literal["deals", "starts", ""]
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


PAIR_LINES = {"ns": ("N", "S"), "ew": ("E", "W")}
"""The lines of a partnership game for four: each is compared with itself at the other tables."""

LINE_NAMES = {"ns": _("N-S"), "ew": _("E-W"), "n": _("N"), "e": _("E"), "s": _("S"), "w": _("W")}
"""Lines and seats of the compass as players write them; seats off the compass keep their
letters."""

SEAT_NAMES = {"n": _("North"), "w": _("West"), "s": _("South"), "e": _("East")}
"""Seats of the compass in a word."""

_COMPASS_ONLY = {"ns", "ew", "n", "s", "w"}
"""What is on the compass alone: E is also the fifth of five."""


def line_label(line: str, among: Iterable[str]) -> Text:
    """A line, or a seat in either case, as players write it.

    `among` are the seats or the lines of the whole table: they tell whether E is East.
    """
    return _label(LINE_NAMES, line, among)


def seat_label(seat: str, among: Iterable[str]) -> Text:
    """A seat, in either case, in a word; `among` as in `line_label`."""
    return _label(SEAT_NAMES, seat, among)


def line_with_value(line: str, value: object, among: Iterable[str]) -> Text:
    """A line or seat with its number or word: `N 41`; `among` as in `line_label`."""
    return join_with_space(line_label(line, among), Text(str(value)))


def _label(labels: Mapping[str, str], line: str, among: Iterable[str]) -> Text:
    on_compass = not _COMPASS_ONLY.isdisjoint(seat.lower() for seat in among)
    if on_compass and line.lower() in labels:
        return Text(labels[line.lower()])
    return Text("%(letter)s", {"letter": Verbatim(line.upper())})


def single_seat_lines(seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The lines of a game where everybody plays alone: each seat is its own."""
    return {seat.lower(): (seat,) for seat in seats}
