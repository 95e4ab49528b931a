"""What a table and the desk say to each other: a call for the director, an announcement to all."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.audit import ActedBy
from tournaments.models.seating import Seating
from tournaments.models.section import Table
from tournaments.models.session import Session


class Call(ActedBy):
    """A table wants the director: open, then answered (somebody is coming), then closed."""

    class Reason(models.TextChoices):
        """What a table most often calls for; its own words may go with it, or stand alone."""

        CARD = "card", _("a card is wrong")
        RULE = "rule", _("a rule of play")
        RESULT = "result", _("the result")
        OTHER = "other", _("something else")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    seating = models.ForeignKey(
        Seating,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Who sat there; null where nobody did.",
    )
    reasons = models.JSONField(default=list, help_text="Pairs of a reason and words; either may be empty.")
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(closed_at=None), name="one_open_call_a_table"
            )
        ]
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"call {self.pk} of {self.table}"


class Announcement(ActedBy):
    """What the desk says to every phone; the last of a session is the one shown, until it is withdrawn."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=200)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"announcement {self.pk} of {self.session}"
