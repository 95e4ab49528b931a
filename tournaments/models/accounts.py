"""One-time passwords and login sessions of members."""

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from tournaments.models.clubs import Club


class OneTimePassword(models.Model):
    """A password with which a new member signs in once, to choose another; stored as a hash."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="one_time_password"
    )
    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="The club that it was shown to, once.",
    )
    hashed = models.CharField(max_length=128)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"one-time password of {self.user}"


class LoginSession(AbstractBaseSession):
    """A member's login in one browser: a row of Django's session store with further columns."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="login_sessions"
    )
    started_at = models.DateTimeField()
    last_used_at = models.DateTimeField(
        help_text="Approximate: updated at most once every few minutes."
    )
    browser = models.CharField(max_length=200, help_text="The browser's User-Agent header.")

    def __str__(self) -> str:
        return f"login session of {self.user}"
