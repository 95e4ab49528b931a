"""`club`: create a club with its owner, on an installation without the demo."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.clubs.club import add_member, create_club
from tournaments.models import Membership
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.accounts.usernames import find_account


class Command(BaseCommand):
    """Creates a club whose owner is an existing user."""

    help = "Create a club; its owner is a user made with createsuperuser."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments `name` and `--owner`."""
        parser.add_argument("name")
        parser.add_argument("--owner", required=True, help="a user's name")

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Create the club, and print its address."""
        user = find_account(arguments["owner"])
        if user is None:
            raise CommandError(
                f"there is no user {arguments['owner']}: make one with createsuperuser"
            )
        club = create_club(arguments["name"], SYSTEM)
        add_member(club, user.pk, Membership.Role.OWNER, SYSTEM)
        self.stdout.write(f"{club.name}: /{club.slug}/")
