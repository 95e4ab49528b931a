"""How the names of two players become a pair's, and how people write names on one line."""

import re

from games.game import TEAM

BETWEEN = " – "
"""Stands between the players of a pair in its name."""

LONGEST_NAME = 80
"""Letters in a person's name, at most."""

_MARK = r"\s+[-–—](?:\s+|$)|\s*[/,;&+\t]\s*"
_OF_ONE = re.compile(_MARK)
_OF_MORE = re.compile(_MARK + r"|\s+(?:i|y|and)\s+")


def names_of_each(players_each: int) -> int:
    """How many names stand for a contestant: two for a pair, one for a player or a team."""
    return 2 if players_each == 2 else 1


def names_in(line: str, players_each: int) -> list[str]:
    """The names on a line: a dash, slash or comma stands between them.

    So does an `i`, `y` or `and` between the players of a pair; elsewhere it is part of a name. A team has
    one name, whatever stands in it.
    """
    if players_each == TEAM:
        return [" ".join(line.split())] if line.strip() else []
    between = _OF_ONE if players_each == 1 else _OF_MORE
    return [" ".join(name.split()) for name in between.split(line.strip())] if line.strip() else []
