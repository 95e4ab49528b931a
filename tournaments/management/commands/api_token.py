"""`api_token`: print a member's token for the API."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.api.tokens import api_token_of
from tournaments.queries.accounts.second_factors import lacks_second_factor
from tournaments.queries.accounts.usernames import find_account


class Command(BaseCommand):
    """Prints the token with which a member's programs use the API."""

    help = "Print a user's token for the API; a new password makes a new one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument `user`."""
        parser.add_argument("user")

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Print the token, and nothing else."""
        user = find_account(arguments["user"])
        if user is None or not user.is_active:
            raise CommandError(f"there is no user {arguments['user']}")
        if lacks_second_factor(user.pk):
            raise CommandError(
                f"a club of {user.username} demands a second factor: set one up first"
            )
        self.stdout.write(api_token_of(user))
