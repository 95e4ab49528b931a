"""`licences`: the federation's list, by which players of several clubs are one person."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from tournaments.actions.people.licences import ListRead, join_by_list, read_list
from tournaments.management.base import JsonCommand
from tournaments.management.command_files import read_bytes
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
        content = read_bytes(arguments["file"])
        self.report_encoding(content)
        names = read_list(content)
        with transaction.atomic():
            read = join_by_list(names)
            transaction.set_rollback(arguments["preview"])
        told = {
            "joined": {
                licence: [_known(each) for each in found] for licence, found in read.joined.items()
            },
            "apart": [
                {"player": _known(player), "why": problem.as_json()}
                for player, problem in read.apart
            ],
        }
        return told, "\n".join(
            [*_lines(read), *(["Nothing was changed."] if arguments["preview"] else [])]
        )


def _lines(read: ListRead) -> Iterator[str]:
    for licence, players in read.joined.items():
        yield f"{licence} is one person: {', '.join(map(_known, players))}"
    for player, problem in read.apart:
        yield f"{player.licence} is left apart: {_known(player)}. {problem.message}"
    yield f"{len(read.joined)} joined, {len(read.apart)} left apart."


def _known(player: Player) -> str:
    return f"{player.name} ({player.club.name})"
