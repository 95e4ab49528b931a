"""`password`: set the password of a user who cannot sign in."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.problems import ValidationFailed
from tournaments.actions.accounts.passwords import revoke_other_credentials
from tournaments.management.base import check_database, report_database_errors
from tournaments.queries.accounts.usernames import find_account

# Most users that are listed if the given name is unknown.
_MAX_LISTED_USERS = 20


class Command(BaseCommand):
    """Sets a user's password, clears the second factor, and ends all login sessions."""

    help = "Ask for a user's new password; clear the second factor and end all login sessions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument `user`."""
        parser.add_argument("user")

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Ask for the new password twice, and revoke the user's other credentials."""
        try:
            with report_database_errors():
                check_database()
                user = find_account(arguments["user"])
        except ValidationFailed as error:
            raise CommandError(error.problems[0].message) from error
        if user is None:
            names = User.objects.order_by("username").values_list("username", flat=True)[
                :_MAX_LISTED_USERS
            ]
            raise CommandError(
                f"there is no user {arguments['user']}; there is: {', '.join(names) or 'nobody'}"
            )
        try:
            call_command("changepassword", user.username, stdout=self.stdout, stderr=self.stderr)
        except (EOFError, KeyboardInterrupt) as error:
            raise CommandError("the password stays as it was: none was typed") from error
        revoke_other_credentials(user)
        self.stdout.write("The second factor is cleared, and all login sessions have ended.")
