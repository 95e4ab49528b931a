"""Scenarios: items drawn for each board from a club's lists, by the algorithm of deals.

The syntax of lists is in docs/games/score_sheet.md, the algorithm in docs/integrators/deals.md.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.deals import Scenario, board_hash_input, shuffle_by_hash
from games.options import TextOption
from games.problems import Problem
from games.text import Verbatim
from games.text import gettext_noop as _

# Lists of one game.
MAX_LISTS = 10
# Items of one list.
MAX_ITEMS = 100
# Characters of the name of a list, and of an item.
MAX_NAME_LENGTH = 40
MAX_ITEM_LENGTH = 60

# Written after the name of a list of which all items are drawn, in random order.
ALL_KEYWORDS = {"all", "tots", "totes", "todos", "todas", "全部", "すべて"}

_LINE = re.compile(r"([^:：(（]*)(?:[(（]([^)）]*)[)）]\s*)?[:：](.*)")
_COMMAS = re.compile("[,，、]")

_NOT_A_LIST = _(
    "Line %(line)s: write a name, a colon, and items with commas between: “Weather: storm, calm”."
)
_NAME_MISSING = _("Line %(line)s: write a name before the colon.")
_NAME_TOO_LONG = _("Line %(line)s: a name has %(most)s characters at most.")
_NAME_TWICE = _("Line %(line)s: there is a list “%(name)s” already.")
_COUNT_UNREADABLE = _(
    "Line %(line)s: in brackets write how many items are drawn, or “all”, not “%(said)s”."
)
_COUNT_OUT_OF_RANGE = _("Line %(line)s: %(drawn)s cannot be drawn of a list of %(items)s items.")
_TOO_FEW_ITEMS = _("Line %(line)s: write two items at least.")
_ITEM_EMPTY = _("Line %(line)s: an item is empty. Remove the comma before or after it.")
_ITEM_TWICE = _("Line %(line)s: “%(item)s” is listed twice.")
_ITEM_TOO_LONG = _(
    "Line %(line)s: “%(item)s …” is too long: an item has %(most)s characters at most."
)
_TOO_MANY_ITEMS = _("Line %(line)s: these are %(items)s items, and a list has %(most)s at most.")
_TOO_MANY_LISTS = _("These are %(lists)s lists: write %(most)s at most.")


@dataclass(frozen=True)
class ScenarioList:
    """A list of items, of which `draw_count` are drawn for each board."""

    name: str
    items: tuple[str, ...]
    draw_count: int

    def as_json(self) -> dict[str, object]:
        """Return the list as in a sheet of deals."""
        return {"name": self.name, "items": list(self.items), "drawn": self.draw_count}


class _ParsedLine(NamedTuple):
    """A line of text with its number, from 1; `items` is None if the line has no colon.

    `count_text` is the text in brackets after the name, or None without brackets.
    """

    number: int
    name: str
    count_text: str | None
    items: tuple[str, ...] | None

    @property
    def draw_count(self) -> int:
        """How many items are drawn; 0 if the text in brackets is unreadable."""
        if self.count_text is None:
            return 1
        if self.count_text.casefold() in ALL_KEYWORDS:
            return len(self.items or ())
        return int(self.count_text) if re.fullmatch("[0-9]{1,3}", self.count_text) else 0


@dataclass(frozen=True)
class ScenarioOption(TextOption):
    """The lists of a club, one per line.

    For example `Weather: storm, calm`, `Events (2): …` or `Map (all): …`.
    """

    max_length: int = 4000
    is_multiline = True

    def problems(self, value: str) -> list[Problem]:
        """Return the problems of the text and, if it is not too long, of each line."""
        problems = super().problems(value)
        return (
            problems
            if len(value) > self.max_length
            else [*problems, *problems_of_lists(value, self.key)]
        )


def parse_lists(text: str) -> tuple[ScenarioList, ...]:
    """Parse the lists of a text in which `problems_of_lists` has found no problem."""
    return tuple(
        ScenarioList(line.name, line.items or (), line.draw_count) for line in _parse_lines(text)
    )


def problems_of_lists(text: str, field: str) -> Iterator[Problem]:
    """Yield the problems of the lists in a text, each with its line, for a form field."""
    lines, names = list(_parse_lines(text)), set[str]()
    if len(lines) > MAX_LISTS:
        yield Problem(
            "scenario_lists", _TOO_MANY_LISTS, {"lists": len(lines), "most": MAX_LISTS}, field
        )
    for line in lines:
        yield from (replace(problem, field=field) for problem in _line_problems(line))
        if line.name and _fold(line.name) in names:
            repeated = _problem(
                "list_twice", _NAME_TWICE, line, name=Verbatim(line.name[:MAX_NAME_LENGTH])
            )
            yield replace(repeated, field=field)
        names.add(_fold(line.name))


def draw_scenario(
    lists: Sequence[ScenarioList], seed: str, salt: str, game: str, board_number: int
) -> Scenario:
    """Draw the scenario of board `board_number`: the first items of each list in shuffled order."""
    items_by_list: dict[str, tuple[str, ...]] = {}
    for part, scenario_list in enumerate(lists, 1):
        hash_input = board_hash_input(seed, salt, game, board_number, part)
        items = shuffle_by_hash(scenario_list.items, hash_input)
        items_by_list[scenario_list.name] = items[: scenario_list.draw_count]
    return items_by_list


def _parse_lines(text: str) -> Iterator[_ParsedLine]:
    for number, text_line in enumerate(text.split("\n"), 1):
        if not text_line.strip():
            continue
        match = _LINE.fullmatch(text_line)
        if match is None:
            yield _ParsedLine(number, "", None, None)
            continue
        items = tuple(_collapse_spaces(item) for item in _COMMAS.split(match[3]))
        count_text = (
            None if match[2] is None else _collapse_spaces(unicodedata.normalize("NFKC", match[2]))
        )
        yield _ParsedLine(number, _collapse_spaces(match[1]), count_text, items)


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())


def _line_problems(line: _ParsedLine) -> Iterator[Problem]:
    if line.items is None:
        yield _problem("no_list", _NOT_A_LIST, line)
        return
    if not line.name:
        yield _problem("list_unnamed", _NAME_MISSING, line)
    if len(line.name) > MAX_NAME_LENGTH:
        yield _problem("list_name_long", _NAME_TOO_LONG, line, most=MAX_NAME_LENGTH)
    yield from _item_problems(line, line.items)
    yield from _count_problems(line, len(line.items))


def _count_problems(line: _ParsedLine, item_count: int) -> Iterator[Problem]:
    if not line.draw_count and not re.fullmatch("0+", line.count_text or ""):
        count_text = Verbatim((line.count_text or "")[:MAX_NAME_LENGTH])
        yield _problem("drawn_unreadable", _COUNT_UNREADABLE, line, said=count_text)
    elif not 1 <= line.draw_count <= item_count:
        yield _problem(
            "drawn_wrong", _COUNT_OUT_OF_RANGE, line, items=item_count, drawn=line.draw_count
        )


def _item_problems(line: _ParsedLine, items: Sequence[str]) -> Iterator[Problem]:
    if not all(items):
        yield _problem("item_empty", _ITEM_EMPTY, line)
    elif len(items) < 2:
        yield _problem("items_few", _TOO_FEW_ITEMS, line)
    if len(items) > MAX_ITEMS:
        yield _problem("items_many", _TOO_MANY_ITEMS, line, items=len(items), most=MAX_ITEMS)
    spellings: dict[str, list[str]] = {}
    for item in items[: 2 * MAX_ITEMS]:
        spellings.setdefault(_fold(item), []).append(item)
    for first, *others in spellings.values():
        if first and others:
            yield _problem("item_twice", _ITEM_TWICE, line, item=Verbatim(first[:MAX_ITEM_LENGTH]))
        if len(first) > MAX_ITEM_LENGTH:
            # The message quotes the beginning of the item only.
            item_start = Verbatim(first[:MAX_NAME_LENGTH])
            yield _problem("item_long", _ITEM_TOO_LONG, line, item=item_start, most=MAX_ITEM_LENGTH)


def _fold(text: str) -> str:
    """Return the text without differences of case and width."""
    return unicodedata.normalize("NFKC", text).casefold()


def _problem(code: str, template: str, line: _ParsedLine, **params: object) -> Problem:
    return Problem(code, template, {"line": line.number, **params}, line=line.number)
