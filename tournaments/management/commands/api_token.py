"""`api_token`: what a member sends to the API instead of his password."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from tournaments.api.tokens import token_of


class Command(BaseCommand):
    """Print a member's token."""

    help = "Print a user's token for the API; a new password makes a new one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose token."""
        parser.add_argument("user")

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Print it alone on its line."""
        user = get_user_model().objects.filter(username=arguments["user"], is_active=True).first()
        if user is None:
            raise CommandError(f"there is no user {arguments['user']}")
        self.stdout.write(token_of(user))
