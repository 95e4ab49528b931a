"""How the names of two players become a pair's, and how people write two names on one line."""

import re

BETWEEN = " – "
"""Stands between the players of a pair in its name."""

LONGEST_NAME = 80
"""Letters in a person's name, at most."""

_WRITTEN_BETWEEN = re.compile(r"\s+[-–—](?:\s+|$)|\s*[/,;&+\t]\s*|\s+(?:i|y|and)\s+")


def names_in(line: str) -> list[str]:
    """The names on a line: a dash, slash, comma, `i`, `y` or `and` stands between them."""
    return [" ".join(name.split()) for name in _WRITTEN_BETWEEN.split(line.strip())] if line.strip() else []
