"""An event that is a rehearsal: what happened in it."""

from django.conf import settings
from django.db import models

from tournaments.models.plan.contestant import Contestant
from tournaments.models.plan.event import Event


class Rehearsal(models.Model):
    """That an event is a rehearsal, made to be mended: whose it is, and what really happened there.

    At which table and in which round everything happened is the same in all of them
    (`queries/guide/rehearsal.py`).
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rehearsal")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rehearsals"
    )
    said_board = models.PositiveIntegerField(
        help_text="The board as which a table entered another one."
    )
    played_board = models.PositiveIntegerField(
        help_text="The board which that table really played."
    )
    sat_first = models.ForeignKey(
        Contestant,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Who really sat on the first line of the table that sat the wrong way round.",
    )

    def __str__(self) -> str:
        return f"rehearsal {self.event}"
