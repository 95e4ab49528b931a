"""Seats of a table, the order of play, and the labels of seats and lines."""

from collections.abc import Iterable, Mapping
from typing import Literal

from games.text import Text, Verbatim, join_with_space
from games.text import gettext_noop as _

_LETTERS = "ABCDEF"

# The largest table of any game.
MAX_SEATS = len(_LETTERS)

Direction = Literal["anticlockwise", "clockwise"]

# What the dealer of a board does: deals, starts (in a game without cards), or nothing.
DealerRole = Literal["deals", "starts", ""]


def play_order(player_count: int, direction: Direction) -> tuple[str, ...]:
    """Return the seats in order of play: the compass for four players, otherwise A, B, C …

    Seen from above the compass is N E S W clockwise, so anticlockwise play goes N W S E.
    """
    if player_count != 4:
        return tuple(_LETTERS[:player_count])
    return ("N", "W", "S", "E") if direction == "anticlockwise" else ("N", "E", "S", "W")


def dealer_of(board_number: int, seats: tuple[str, ...]) -> str:
    """Return the dealer of board `board_number` (from 1): seats take turns in order of play."""
    return seats[(board_number - 1) % len(seats)]


# Lines of a game for two pairs.
PAIR_LINES = {"ns": ("N", "S"), "ew": ("E", "W")}

# Short labels of the lines and seats of the compass; other seats are called by their letter.
SHORT_LABELS = {"ns": _("N-S"), "ew": _("E-W"), "n": _("N"), "e": _("E"), "s": _("S"), "w": _("W")}

# Long labels of the seats of the compass.
LONG_SEAT_LABELS = {"n": _("North"), "w": _("West"), "s": _("South"), "e": _("East")}

# Names that show that a table uses the compass. E is not among them: it is also the fifth seat.
_COMPASS_ONLY = {"ns", "ew", "n", "s", "w"}


def line_label(line: str, all_lines: Iterable[str]) -> Text:
    """Return the short label of a line or seat.

    `line` may be in upper or lower case. `all_lines` are all seats or lines of the table; they
    show whether `e` is East or a fifth seat.
    """
    return _label(SHORT_LABELS, line, all_lines)


def seat_label(seat: str, all_seats: Iterable[str]) -> Text:
    """Return the long label of a seat, such as North; `all_seats` as in `line_label`."""
    return _label(LONG_SEAT_LABELS, seat, all_seats)


def line_with_value(line: str, value: object, all_lines: Iterable[str]) -> Text:
    """Return the label of a line followed by a value, `N 41`; `all_lines` as in `line_label`."""
    return join_with_space(line_label(line, all_lines), Text(str(value)))


def _label(labels: Mapping[str, str], name: str, all_names: Iterable[str]) -> Text:
    on_compass = not _COMPASS_ONLY.isdisjoint(seat.lower() for seat in all_names)
    if on_compass and name.lower() in labels:
        return Text(labels[name.lower()])
    return Text("%(letter)s", {"letter": Verbatim(name.upper())})


def single_seat_lines(seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the lines of a game without partnerships: one line for each seat."""
    return {seat.lower(): (seat,) for seat in seats}
