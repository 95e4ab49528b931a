"""A table calls the director."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.plan.seating import Seating
from tournaments.models.plan.table import Table


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
    reasons = models.JSONField(
        default=list, help_text="Pairs of a reason and words; either may be empty."
    )
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
