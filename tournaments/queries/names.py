"""How the names of two players become a pair's, and how people write names on one line."""

import re
from collections.abc import Sequence

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

_COLON, _COMMA = re.compile(r"\s?[:：]\s?"), re.compile(r"\s?[,;，、\t]\s?")
"""What may stand behind the name of a team, and between its players."""


SMALLEST_TEAM, LARGEST_TEAM = 4, 6
"""Players of a team, where they are known."""

_AFTER_TEAM, _BETWEEN_PLAYERS = ": ", ", "
"""What stands behind the name of a team, and between its players."""


def is_number_of_names(names: int, players_each: int) -> bool:
    """Whether so many names stand for a contestant: a player, a pair, a team alone or with its players."""
    if players_each == TEAM:
        return names == 1 or SMALLEST_TEAM <= names - 1 <= LARGEST_TEAM
    return names == players_each


def names_in(line: str, players_each: int) -> list[str]:
    """The names on a line: a dash, slash or comma stands between them.

    Of a pair the plainest mark on the line separates, and the others are parts of names: an `i`, `y` or `and`
    only where nothing else does. Of a team it is its own name, then the players behind a colon.
    """
    line = _BLANKS.sub(_one_blank, line.strip())
    if not line:
        return []
    names = _of_team(line) if players_each == TEAM else _between(line, players_each).split(line)
    return [" ".join(name.split()) for name in names]


def as_contestant(names: Sequence[str], players_each: int) -> str:
    """Names as `names_in` finds them, in the one way in which a contestant is written."""
    if players_each != TEAM:
        return BETWEEN.join(names)
    return _AFTER_TEAM.join(filter(None, (names[0], _BETWEEN_PLAYERS.join(names[1:]))))


def name_of(contestant: str, players_each: int) -> str:
    """What a contestant who is so written is called."""
    return contestant.partition(_AFTER_TEAM)[0] if players_each == TEAM else contestant


def players_of(contestant: str, players_each: int) -> list[str]:
    """The names of the players of a contestant who is so written; none where a team has not said them."""
    if players_each != TEAM:
        return contestant.split(BETWEEN)
    return list(filter(None, contestant.partition(_AFTER_TEAM)[2].split(_BETWEEN_PLAYERS)))


def persons(contestant: str) -> tuple[str, ...]:
    """A contestant's name part by part, where no line may break within one: the dash stays with the first."""
    *before, last = contestant.split(BETWEEN)
    return (*(f"{name}{BETWEEN.rstrip()}" for name in before), last)


def _of_team(line: str) -> list[str]:
    name, *players = _COLON.split(line, maxsplit=1)
    return [name, *(each for after in players for each in _COMMA.split(after))]


def _one_blank(found: re.Match[str]) -> str:
    """What stands for a row of blanks: the tab between two columns of a spreadsheet stays one."""
    return "\t" if "\t" in found[0] else " "


def _between(line: str, players_each: int) -> re.Pattern[str]:
    """What separates the names of this line."""
    if players_each == 1:
        return _OF_ONE
    return next((mark for mark in _OF_PAIRS if mark.search(line)), _OF_PAIRS[0])
