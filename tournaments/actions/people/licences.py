"""Link players of several clubs by the federation's list of licence numbers."""

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
_COLUMNS_MISSING = _("Write a licence number and a name, with a semicolon between them.")
_NOT_A_LICENCE = _(
    "%(licence)s is no licence number: at most twenty letters, digits, hyphens, dots and slashes."
)
_LICENCE_TWICE = _("%(licence)s is already on line %(line)s.")
_EMPTY_LIST = _("There is nobody on the list.")


@dataclass(frozen=True)
class LicenceMatches:
    """The players that a list has linked, and those that it could not link.

    `linked` maps a licence number to its players. `unlinked` has the other players with a number of
    the list, each with the reason: the list has another name for the number, or the player cannot
    be linked.
    """

    linked: Mapping[str, list[Player]]
    unlinked: list[tuple[Player, Problem]]


def parse_licence_list(content: bytes) -> dict[str, str]:
    """Parse a list with a line `licence;name` for each person; return names by licence number.

    A header may name other columns. Raises `ValidationFailed` with every problem of the list, in
    the order of its lines.
    """
    lines, problems = read_lines(content)
    header = header_columns(lines[0][1]) if lines else None
    columns = header if header and header.licences else _LICENCE_AND_NAME
    if columns is header:
        del lines[0]
    rows = [(line, *_licence_and_name(cells, columns)) for line, cells in lines]
    problems += _row_problems(rows)
    if not lines and not problems:
        problems.append(Problem("nobody", _EMPTY_LIST))
    raise_if_any(sorted(problems, key=lambda problem: problem.line or 0))
    return {normalize_licence(licence) or "": name for _line, licence, name in rows}


def _licence_and_name(cells: Sequence[str], columns: PeopleColumns) -> tuple[str, str]:
    """Return licence and name of a row.

    Without a header a row may have only two cells. If it has more, both texts are empty, so that
    the line is reported as a problem.
    """
    if columns is _LICENCE_AND_NAME and any(cells[2:]):
        return "", ""
    return columns.licences_in_row(cells)[0], columns.names_in_row(cells)[0]


def _row_problems(rows: Iterable[tuple[int, str, str]]) -> Iterator[Problem]:
    first_lines: dict[str, int] = {}
    for line, licence_text, name in rows:
        if not licence_text or not name:
            yield Problem("no_columns", _COLUMNS_MISSING, line=line)
        elif not (licence := normalize_licence(licence_text)):
            yield Problem(
                "licence_wrong", _NOT_A_LICENCE, {"licence": licence_text[:40]}, line=line
            )
        elif first_lines.setdefault(licence, line) != line:
            yield Problem(
                "licence_again",
                _LICENCE_TWICE,
                {"licence": licence, "line": first_lines[licence]},
                line=line,
            )


def link_players_by_licence(name_by_licence: Mapping[str, str]) -> LicenceMatches:
    """Link players of different clubs whose number and name are in the list.

    The words of a name may be in any order, with or without accents and capitals. Numbers that no
    player has are not stored. Applying a list again links only players who are not linked yet.
    """
    linked: dict[str, list[Player]] = {}
    unlinked: list[tuple[Player, Problem]] = []
    with transaction.atomic():
        for licence, players in sorted(_players_by_licence(name_by_licence).items()):
            matching_players = [
                player
                for player in players
                if _name_words(player.name) == _name_words(name_by_licence[licence])
            ]
            unlinked += [
                (player, _other_name_problem(name_by_licence[licence]))
                for player in players
                if player not in matching_players
            ]
            if len(matching_players) < 2 and not Person.objects.filter(licence=licence).exists():
                continue
            try:
                if _link_by_licence(licence, matching_players):
                    linked[licence] = matching_players
            except ValidationFailed as error:
                unlinked += [(player, error.problems[0]) for player in matching_players]
    return LicenceMatches(linked, unlinked)


def _players_by_licence(name_by_licence: Mapping[str, str]) -> dict[str, list[Player]]:
    """Return the players whose stored licence number is in the list, by number."""
    players_by_licence = defaultdict(list)
    players = Player.objects.exclude(licence="").select_related("club")
    for player in sorted(players, key=lambda player: (name_sort_key(player.club.name), player.pk)):
        if player.licence in name_by_licence:
            players_by_licence[player.licence].append(player)
    return players_by_licence


def _link_by_licence(licence: str, players: Iterable[Player]) -> bool:
    """Link players with the same licence number, also with those that an earlier list linked.

    Returns whether a player was linked who had not been.
    """
    # One of the players linked before is enough, because linking includes all players of a person.
    linked_before = Player.objects.filter(person__licence=licence).order_by("pk")[:1]
    player_ids = {player.pk for player in (*players, *linked_before)}
    return len(player_ids) > 1 and link_players(player_ids, SYSTEM, None, licence)


def _other_name_problem(name: str) -> Problem:
    return Problem(
        "called_otherwise", _("The list has %(name)s under this number."), {"name": name}
    )


def _name_words(name: str) -> list[str]:
    """Return the words of a name in alphabetical order: `Puig, Anna` equals `Anna Puig`."""
    return sorted(re.findall(r"\w+", comparison_key(name)))
