"""Where a member is signed in."""

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


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
