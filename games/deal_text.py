"""Deals as text: tag pairs like those of PBN in bridge, for packs that PBN does not know.

The format is in docs/integrators/deal-files.md. A text contains a sheet as `games.published_deals`
builds it: a mapping with the game, its options, seed, salt, commitment and boards. After parsing,
the sheet can be verified.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.catalogue import game_from_json
from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _

# Identifies the format and its version.
FIRST_LINE = "% Manilla deals 1"

_TAG_PATTERN = re.compile(r'\[([A-Z][a-z]+) "((?:[^"\\]|\\[n"\\])*)"\]')
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
_UNESCAPED = {written: char for char, written in _ESCAPED.items()}

# Separates two hands.
_HAND_SEPARATOR = " / "

_SHEET_TAGS = ("Game", "Seed", "Salt", "Commitment")
_OPTION_TAG = "Option"
_BOARD_TAGS = ("Dealer", "Deal", "Talon")

_LINE_UNREADABLE = _("Line %(line)s cannot be read: %(text)s")
_TAG_OUT_OF_PLACE = _("Line %(line)s: %(tag)s has no place there.")
_DEAL_UNREADABLE = _(
    "Line %(line)s: write a seat, a colon, and the hand of every seat in order of play."
)


class _Tag(NamedTuple):
    """A tag pair with its line number, from 1."""

    line: int
    name: str
    value: str


def is_deal_text(text: str) -> bool:
    """Return whether the text begins with the first line of this format."""
    return text.lstrip("\ufeff").startswith(FIRST_LINE)


def deals_as_text(sheet: Mapping[str, Any]) -> str:
    """Format a sheet of deals, without pack, seats and hand sizes, which the game determines."""
    boards = (line for board in sheet["boards"] for line in _board_lines(board))
    return "\n".join([FIRST_LINE, *_head_lines(sheet), *boards, ""])


def deals_from_text(text: str) -> dict[str, Any]:
    """Parse a sheet of deals; raise `ValidationFailed` with every unreadable line."""
    problems: list[Problem] = []
    tags = list(_parse_tags(text, problems))
    options = (tag.value.partition("=") for tag in tags if tag.name == _OPTION_TAG)
    sheet: dict[str, Any] = {
        **{name.lower(): "" for name in _SHEET_TAGS},
        **{tag.name.lower(): tag.value for tag in tags if tag.name in _SHEET_TAGS},
        "options": {key: value for key, _equals, value in options},
    }
    game, game_problems = game_from_json(sheet)
    raise_if_any([*problems, *game_problems])
    seats = game.seats if game else ()
    sheet["boards"] = list(_parse_boards(tags, seats, problems))
    raise_if_any(problems)
    return sheet


def _head_lines(sheet: Mapping[str, Any]) -> Iterator[str]:
    yield _tag_line("Game", sheet["game"])
    yield from (_tag_line(_OPTION_TAG, f"{key}={value}") for key, value in sheet["options"].items())
    yield from (_tag_line(key.capitalize(), sheet[key]) for key in ("seed", "salt", "commitment"))


def _board_lines(board: Mapping[str, Any]) -> Iterator[str]:
    hands = board["hands"]
    yield ""
    yield _tag_line("Board", str(board["number"]))
    yield _tag_line("Dealer", board["dealer"])
    first_seat = next(iter(hands), "")
    hand_texts = (" ".join(hand) for hand in hands.values())
    yield _tag_line("Deal", f"{first_seat}:{_HAND_SEPARATOR.join(hand_texts)}")
    if board["talon"]:
        yield _tag_line("Talon", " ".join(board["talon"]))


def _tag_line(tag: str, value: str) -> str:
    return f'[{tag} "{"".join(_ESCAPED.get(char, char) for char in value)}"]'


def _parse_tags(text: str, problems: list[Problem]) -> Iterator[_Tag]:
    """Yield the tag pairs; append unreadable lines to `problems`.

    Lines that start with a percent sign are comments, as in PBN.
    """
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        match = _TAG_PATTERN.fullmatch(line.strip())
        if match:
            value = re.sub(r"\\.", lambda escape: _UNESCAPED[escape[0]], match[2])
            yield _Tag(number, match[1], value)
        elif line.strip() and not line.startswith("%"):
            problems.append(
                Problem(
                    "line_unreadable", _LINE_UNREADABLE, {"line": number, "text": line.strip()[:80]}
                )
            )


def _parse_boards(
    tags: list[_Tag], seats: tuple[str, ...], problems: list[Problem]
) -> Iterator[dict[str, Any]]:
    """Yield each board with the values of its tags; append misplaced tags to `problems`."""
    board: dict[str, Any] | None = None
    for tag in tags:
        if tag.name == "Board" and tag.value.isascii() and tag.value.isdecimal():
            if board:
                yield board
            # Cut to nine digits, more than any board number has: `int` raises for very long texts.
            board = {"number": int(tag.value[:9]), "dealer": "", "hands": {}, "talon": []}
        elif tag.name in _BOARD_TAGS and board:
            _add_to_board(board, tag, seats, problems)
        elif tag.name not in (*_SHEET_TAGS, _OPTION_TAG) or board:
            problems.append(
                Problem("tag_out_of_place", _TAG_OUT_OF_PLACE, {"line": tag.line, "tag": tag.name})
            )
    if board:
        yield board


def _add_to_board(
    board: dict[str, Any], tag: _Tag, seats: tuple[str, ...], problems: list[Problem]
) -> None:
    if tag.name == "Dealer":
        board["dealer"] = tag.value
    elif tag.name == "Talon":
        board["talon"] = tag.value.split()
    else:
        first_seat, _colon, hands_text = tag.value.partition(":")
        hands = [hand.split() for hand in hands_text.split(_HAND_SEPARATOR.strip())]
        if first_seat not in seats or len(hands) != len(seats):
            problems.append(Problem("deal_unreadable", _DEAL_UNREADABLE, {"line": tag.line}))
            return
        start = seats.index(first_seat)
        board["hands"] = dict(zip((*seats[start:], *seats[:start]), hands, strict=True))
