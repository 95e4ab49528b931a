"""Deals as text: tag pairs after the PBN of bridge, for packs that PBN does not know; see
docs/integrators/deals.md.

What is written is a sheet of `games.published_deals`, and what is read is one again, for `verified`
to recompute.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.catalogue import game_from_json
from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _

FIRST_LINE = "% Manilla deals 1"
"""By which such a text is known, with the version of the format."""

_TAG = re.compile(r'\[([A-Z][a-z]+) "((?:[^"\\]|\\[n"\\])*)"\]')
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
_MEANT = {written: char for char, written in _ESCAPED.items()}
_BETWEEN = " / "
"""What stands between two hands."""

_OF_ALL = ("Game", "Seed", "Salt", "Commitment")
_OPTION = "Option"
_OF_BOARD = ("Dealer", "Deal", "Talon")

_NO_LINE = _("Line %(line)s cannot be read: %(text)s")
_NO_PLACE = _("Line %(line)s: %(tag)s has no place there.")
_NO_DEAL = _("Line %(line)s: write a seat, a colon, and the hand of every seat in order of play.")


class _Tag(NamedTuple):
    """A tag pair with the number of its line, from 1."""

    line: int
    name: str
    value: str


def is_deal_text(text: str) -> bool:
    """Whether a text says that it is one of deals."""
    return text.lstrip("\ufeff").startswith(FIRST_LINE)


def deals_as_text(sheet: Mapping[str, Any]) -> str:
    """A sheet of deals as text; what it says of pack, seats and sizes is the game's, and left
    out."""
    boards = (line for board in sheet["boards"] for line in _board(board))
    return "\n".join([FIRST_LINE, *_head(sheet), *boards, ""])


def deals_from_text(text: str) -> dict[str, Any]:
    """The sheet that a text has; raises `ValidationFailed` with every line that cannot be read."""
    problems: list[Problem] = []
    tags = list(_tags(text, problems))
    options = (tag.value.partition("=") for tag in tags if tag.name == _OPTION)
    values: dict[str, Any] = {
        **{name.lower(): "" for name in _OF_ALL},
        **{tag.name.lower(): tag.value for tag in tags if tag.name in _OF_ALL},
        "options": {key: value for key, _equals, value in options},
    }
    game, unnamed = game_from_json(values)
    raise_if_any([*problems, *unnamed])
    seats = game.seats if game else ()
    values["boards"] = list(_boards(tags, seats, problems))
    raise_if_any(problems)
    return values


def _head(sheet: Mapping[str, Any]) -> Iterator[str]:
    yield _pair("Game", sheet["game"])
    yield from (_pair(_OPTION, f"{key}={value}") for key, value in sheet["options"].items())
    yield from (_pair(key.capitalize(), sheet[key]) for key in ("seed", "salt", "commitment"))


def _board(board: Mapping[str, Any]) -> Iterator[str]:
    hands = board["hands"]
    yield ""
    yield _pair("Board", str(board["number"]))
    yield _pair("Dealer", board["dealer"])
    yield _pair(
        "Deal",
        f"{next(iter(hands), '')}:{_BETWEEN.join(' '.join(hand) for hand in hands.values())}",
    )
    if board["talon"]:
        yield _pair("Talon", " ".join(board["talon"]))


def _pair(tag: str, value: str) -> str:
    return f'[{tag} "{"".join(_ESCAPED.get(char, char) for char in value)}"]'


def _tags(text: str, problems: list[Problem]) -> Iterator[_Tag]:
    """The tag pairs of a text; a line that begins with a percent sign says nothing, as in PBN."""
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        found = _TAG.fullmatch(line.strip())
        if found:
            meant = re.sub(r"\\.", lambda each: _MEANT[each[0]], found[2])
            yield _Tag(number, found[1], meant)
        elif line.strip() and not line.startswith("%"):
            problems.append(
                Problem("line_unreadable", _NO_LINE, {"line": number, "text": line.strip()[:80]})
            )


def _boards(
    tags: list[_Tag], seats: tuple[str, ...], problems: list[Problem]
) -> Iterator[dict[str, Any]]:
    """Every board with what its tags say; problems are added for tags that stand elsewhere."""
    board: dict[str, Any] | None = None
    for tag in tags:
        if tag.name == "Board" and tag.value.isascii() and tag.value.isdecimal():
            if board:
                yield board
            board = {"number": int(tag.value[:9]), "dealer": "", "hands": {}, "talon": []}
        elif tag.name in _OF_BOARD and board:
            _say(board, tag, seats, problems)
        elif tag.name not in (*_OF_ALL, _OPTION) or board:
            problems.append(
                Problem("tag_out_of_place", _NO_PLACE, {"line": tag.line, "tag": tag.name})
            )
    if board:
        yield board


def _say(board: dict[str, Any], tag: _Tag, seats: tuple[str, ...], problems: list[Problem]) -> None:
    if tag.name == "Dealer":
        board["dealer"] = tag.value
    elif tag.name == "Talon":
        board["talon"] = tag.value.split()
    else:
        first, _colon, hands = tag.value.partition(":")
        dealt = [hand.split() for hand in hands.split(_BETWEEN.strip())]
        if first not in seats or len(dealt) != len(seats):
            problems.append(Problem("deal_unreadable", _NO_DEAL, {"line": tag.line}))
            return
        at = seats.index(first)
        board["hands"] = dict(zip((*seats[at:], *seats[:at]), dealt, strict=True))
