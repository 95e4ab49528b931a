"""The federation's list: under which number it has whom, and the clubs' players who are one by
it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import comparison_key
from scoring.spreadsheet import read_lines
from tournaments.actions.people.person_links import link_players, normalize_licence
from tournaments.models import Person, Player
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.people.list_columns import PeopleColumns, header_columns
from tournaments.queries.people.names import name_sort_key

_LICENCE_AND_NAME = PeopleColumns(names=[[1]], licences=[0])
_COLUMNS = _("Write a licence number and a name, with a semicolon between them.")
_NO_LICENCE = _(
    "%(licence)s is no licence number: at most twenty letters, digits, hyphens, dots and slashes."
)
_AGAIN = _("%(licence)s is already on line %(line)s.")
_NOBODY = _("There is nobody on the list.")


@dataclass(frozen=True)
class LicenceMatches:
    """What a list comes to: players joined by it, and players it leaves apart, each with the
    reason.

    `joined` has a licence number with its players; `apart` players who have a number of the list
    under another name than the list has, or whom something known speaks against.
    """

    joined: Mapping[str, list[Player]]
    apart: list[tuple[Player, Problem]]


def parse_licence_list(content: bytes) -> dict[str, str]:
    """The name under each licence number of a list: `licence;name` on each line, or as its header
    says.

    Raises `ValidationFailed` with everything that is wrong with it, line by line.
    """
    lines, problems = read_lines(content)
    header = header_columns(lines[0][1]) if lines else None
    columns = header if header and header.licences else _LICENCE_AND_NAME
    if columns is header:
        del lines[0]
    rows = [(line, *_licence_and_name(cells, columns)) for line, cells in lines]
    problems += _list_problems(rows)
    if not lines and not problems:
        problems.append(Problem("nobody", _NOBODY))
    raise_if_any(sorted(problems, key=lambda problem: problem.line or 0))
    return {normalize_licence(licence) or "": name for _line, licence, name in rows}


def _licence_and_name(cells: Sequence[str], columns: PeopleColumns) -> tuple[str, str]:
    """What a row says; nothing where it has more cells than a list without a header."""
    if columns is _LICENCE_AND_NAME and any(cells[2:]):
        return "", ""
    return columns.licences_in_row(cells)[0], columns.names_in_row(cells)[0]


def _list_problems(rows: Iterable[tuple[int, str, str]]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for line, written, name in rows:
        if not written or not name:
            yield Problem("no_columns", _COLUMNS, line=line)
        elif not (licence := normalize_licence(written)):
            yield Problem("licence_wrong", _NO_LICENCE, {"licence": written[:40]}, line=line)
        elif first.setdefault(licence, line) != line:
            yield Problem(
                "licence_again", _AGAIN, {"licence": licence, "line": first[licence]}, line=line
            )


def link_players_by_licence(names: Mapping[str, str]) -> LicenceMatches:
    """Players of several clubs who have one number of the list, under its name for it, are one
    person.

    The words of a name may be in any order, with accents and capitals or without. What of the list
    nobody plays under is not kept. A list read again joins nobody again.
    """
    joined: dict[str, list[Player]] = {}
    apart: list[tuple[Player, Problem]] = []
    with transaction.atomic():
        for licence, players in sorted(_players_under(names).items()):
            same = [each for each in players if _words(each.name) == _words(names[licence])]
            apart += [(each, _called(names[licence])) for each in players if each not in same]
            if len(same) < 2 and not Person.objects.filter(licence=licence).exists():
                continue
            try:
                if _join(licence, same):
                    joined[licence] = same
            except ValidationFailed as refused:
                apart += [(each, refused.problems[0]) for each in same]
    return LicenceMatches(joined, apart)


def _players_under(names: Mapping[str, str]) -> dict[str, list[Player]]:
    """The players of all clubs by the number of the list that their club has written down."""
    found = defaultdict(list)
    players = Player.objects.exclude(licence="").select_related("club")
    for player in sorted(players, key=lambda player: (name_sort_key(player.club.name), player.pk)):
        if player.licence in names:
            found[player.licence].append(player)
    return found


def _join(licence: str, players: Iterable[Player]) -> bool:
    """Whether anybody was joined who was not; with whom the list has joined under this number
    before."""
    before = Player.objects.filter(person__licence=licence).order_by("pk")[:1]
    numbers = {player.pk for player in (*players, *before)}
    return len(numbers) > 1 and link_players(numbers, SYSTEM, None, licence)


def _called(name: str) -> Problem:
    return Problem(
        "called_otherwise", _("The list has %(name)s under this number."), {"name": name}
    )


def _words(name: str) -> list[str]:
    """A name as it is compared: `Puig, Anna` is Anna Puig."""
    return sorted(re.findall(r"\w+", comparison_key(name)))
