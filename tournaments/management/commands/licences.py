"""`licences`: the federation's list, by which players of several clubs are one person."""

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
from tournaments.management.command_files import content_of
from tournaments.models import Player


class Command(JsonCommand):
    help = (
        "Join players of several clubs who have one licence number and name on a list: "
        "docs/clubs/people.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The list, and whether to look only."""
        parser.add_argument("file", help="a line for each: licence;name")
        parser.add_argument("--preview", action="store_true", help="only say who would be joined")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Join them, or do it and take it back; say who is joined and who is left apart."""
        content = content_of(arguments["file"])
        self.say_encoding(content)
        names = parse_licence_list(content)
        with transaction.atomic():
            read = link_players_by_licence(names)
            transaction.set_rollback(arguments["preview"])
        told = {
            "joined": {
                licence: [_known(each) for each in found] for licence, found in read.linked.items()
            },
            "apart": [
                {"player": _known(player), "why": problem.as_json()}
                for player, problem in read.unlinked
            ],
        }
        return told, "\n".join(
            [*_lines(read), *(["Nothing was changed."] if arguments["preview"] else [])]
        )


def _lines(read: LicenceMatches) -> Iterator[str]:
    for licence, players in read.linked.items():
        yield f"{licence} is one person: {', '.join(map(_known, players))}"
    for player, problem in read.unlinked:
        yield f"{player.licence} is left apart: {_known(player)}. {problem.message}"
    yield f"{len(read.linked)} joined, {len(read.unlinked)} left apart."


def _known(player: Player) -> str:
    return f"{player.name} ({player.club.name})"
