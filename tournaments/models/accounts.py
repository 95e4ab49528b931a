"""One-time passwords and login sessions of members."""

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from tournaments.models.clubs import Club


class OneTimePassword(models.Model):
    """What lets a new member choose his password, and ends with that; nobody can read it here."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="one_time_password"
    )
    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="The club that was shown it, once.",
    )
    hashed = models.CharField(max_length=128)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"one-time password of {self.user}"


class Visit(AbstractBaseSession):
    """A member's stay on the site in one browser, from signing in until it ends: Django's
    session."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="visits"
    )
    began_at = models.DateTimeField()
    used_at = models.DateTimeField(help_text="About when it was last used: written now and then.")
    browser = models.CharField(max_length=200, help_text="What it says of itself.")

    def __str__(self) -> str:
        return f"visit of {self.user}"
