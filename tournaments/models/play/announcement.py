"""What the desk says to all tables."""

from django.db import models

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.plan.session import Session


class Announcement(ActedBy):
    """What the desk says to every phone; the last of a session is the one shown, until it is
    withdrawn."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=200)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"announcement {self.pk} of {self.session}"
