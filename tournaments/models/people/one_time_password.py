"""How a new member comes to a password of his own."""

from django.conf import settings
from django.db import models

from tournaments.models.people.club import Club


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
