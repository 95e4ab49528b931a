"""`licences`: link players of several clubs by the federation's list of licences."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from tournaments.actions.people.licences import (
    LicenceMatches,
    link_players_by_licence,
    parse_licence_list,
)
from tournaments.management.base import JsonCommand
from tournaments.management.command_files import read_bytes
from tournaments.models import Player


class Command(JsonCommand):
    help = (
        "Link players of several clubs who have the same licence number and name on the "
        "federation's list. See docs/clubs/players.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Accept the path of the federation's list, and `--preview`, which changes nothing."""
        parser.add_argument("file", help="a line for each player: licence;name")
        parser.add_argument("--preview", action="store_true", help="only say who would be linked")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Link the players, and return who is linked and who is not; roll back for a preview."""
        content = read_bytes(arguments["file"])
        self.report_encoding(content)
        names_by_licence = parse_licence_list(content)
        with transaction.atomic():
            result = link_players_by_licence(names_by_licence)
            transaction.set_rollback(arguments["preview"])
        report = {
            "joined": {
                licence: [_name_with_club(player) for player in players]
                for licence, players in result.linked.items()
            },
            "apart": [
                {"player": _name_with_club(player), "why": problem.as_json()}
                for player, problem in result.unlinked
            ],
        }
        lines = [
            *_report_lines(result),
            *(["Nothing was changed."] if arguments["preview"] else []),
        ]
        return report, "\n".join(lines)


def _report_lines(result: LicenceMatches) -> Iterator[str]:
    for licence, players in result.linked.items():
        yield f"{licence} is one person: {', '.join(map(_name_with_club, players))}"
    for player, problem in result.unlinked:
        yield f"{player.licence} is not linked: {_name_with_club(player)}. {problem.message}"
    yield f"{len(result.linked)} linked, {len(result.unlinked)} not linked."


def _name_with_club(player: Player) -> str:
    return f"{player.name} ({player.club.name})"
