"""`password`: another password for a user, where nobody can sign in to change it."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.problems import ValidationFailed
from tournaments.actions.accounts.passwords import forget_beside_password
from tournaments.management.base import report_database_errors
from tournaments.queries.accounts.names import find_account

_NAMED = 20
"""So many users are named to who has misspelt one."""


class Command(BaseCommand):
    """Set a password, and clear what else signing in would ask for."""

    help = "Ask for a user's new password; his second factor is cleared and his visits end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose password."""
        parser.add_argument("user")

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Ask for it twice, as Django does."""
        try:
            with report_database_errors():
                user = find_account(arguments["user"])
        except ValidationFailed as refused:
            raise CommandError(refused.problems[0].message) from refused
        if user is None:
            names = User.objects.order_by("username").values_list("username", flat=True)[:_NAMED]
            raise CommandError(
                f"there is no user {arguments['user']}; there is: {', '.join(names) or 'nobody'}"
            )
        try:
            call_command("changepassword", user.username, stdout=self.stdout, stderr=self.stderr)
        except (EOFError, KeyboardInterrupt) as error:
            raise CommandError("the password stays as it was: none was typed") from error
        forget_beside_password(user)
        self.stdout.write("A second factor is cleared, and every visit has ended.")
