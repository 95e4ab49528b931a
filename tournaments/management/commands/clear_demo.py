"""`clear_demo`: remove the demo and rename its club."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.problems import ValidationFailed
from tournaments.actions.clubs.demo import clear_demo
from tournaments.models import Event
from tournaments.permissions.actor import SYSTEM


class Command(BaseCommand):
    """Removes the events of the demo, and renames its club."""

    help = (
        "Remove the demo's events; members, and events made since, stay in the club under its new "
        "name."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument `name`, the new name of the club."""
        parser.add_argument("name")

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Remove the demo, and print the club's new address."""
        event = Event.objects.filter(demo=True).select_related("club").first()
        if event is None:
            raise CommandError("there is nothing of the demo here")
        club = event.club
        try:
            clear_demo(club, arguments["name"], SYSTEM)
        except ValidationFailed as error:
            for problem in error.problems:
                self.stderr.write(problem.message)
            sys.exit(1)
        club.refresh_from_db()
        self.stdout.write(f"{club.name}: /{club.slug}/")
