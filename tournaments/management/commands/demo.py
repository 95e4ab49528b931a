"""`demo`: create a demo club and a director to sign in as, on an empty installation."""

import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand

from tournaments.actions.clubs.club import add_member
from tournaments.management.demo import create_demo_club
from tournaments.models import Club, Membership
from tournaments.permissions.actor import SYSTEM

USER = "director"


class Command(BaseCommand):
    """Creates the demo club and its director on an installation without clubs."""

    help = "Make the demo club and its director, unless the installation already has a club."

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Create the club and its director, and print how to sign in."""
        if Club.objects.exists():
            self.stdout.write(
                f"Sign in as {USER}; a forgotten password is replaced by: make password"
            )
            return
        password = secrets.token_urlsafe(9)
        user = get_user_model().objects.create_user(USER, password=password)
        club = create_demo_club()
        add_member(club, user.pk, Membership.Role.OWNER, SYSTEM)
        self.stdout.write(
            f"Sign in as {USER} with the password {password} (shown this once: write it down)"
        )
