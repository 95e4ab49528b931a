"""How the names of two players become a pair's, and how people write names on one line."""

import re

from games.game import TEAM

BETWEEN = " – "
"""Stands between the players of a pair in its name."""

LONGEST_NAME = 80
"""Letters in a person's name, at most."""

_BLANKS = re.compile(r"\s+")
_MARKS = (r"\s[-–—](?:\s|$)", r"\s?[/;&+\t]\s?", r"\s?,\s?")
_OF_ONE = re.compile("|".join(_MARKS))
_OF_PAIRS = [re.compile(mark) for mark in (*_MARKS, r"\s(?:i|y|and)\s")]
"""What may stand between the players of a pair, the plainest first. One blank is all there is of any: looked
for one by one, those of a long row would take the square of their number."""


def names_of_each(players_each: int) -> int:
    """How many names stand for a contestant: two for a pair, one for a player or a team."""
    return 2 if players_each == 2 else 1


def names_in(line: str, players_each: int) -> list[str]:
    """The names on a line: a dash, slash or comma stands between them.

    Of a pair the plainest mark on the line separates, and the others are parts of names: an `i`, `y` or `and`
    only where nothing else does. A team has one name, whatever stands in it.
    """
    line = _BLANKS.sub(_one_blank, line.strip())
    if not line:
        return []
    names = [line] if players_each == TEAM else _between(line, players_each).split(line)
    return [" ".join(name.split()) for name in names]


def _one_blank(found: re.Match[str]) -> str:
    """What stands for a row of blanks: the tab between two columns of a spreadsheet stays one."""
    return "\t" if "\t" in found[0] else " "


def _between(line: str, players_each: int) -> re.Pattern[str]:
    """What separates the names of this line."""
    if players_each == 1:
        return _OF_ONE
    return next((mark for mark in _OF_PAIRS if mark.search(line)), _OF_PAIRS[0])
