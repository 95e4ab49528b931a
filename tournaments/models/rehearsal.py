"""A rehearsal: an evening made to be broken and mended, which nobody but its club's directors is told of."""

from django.conf import settings
from django.db import models

from tournaments.models.event import Contestant, Event


class Rehearsal(models.Model):
    """That an event is a rehearsal, whose it is, and what its facts do not tell: what really happened there.

    At which table and in which round everything happened is the same in all of them
    (`queries/rehearsal.py`).
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rehearsal")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rehearsals"
    )
    said_board = models.PositiveIntegerField(help_text="The board as which a table entered another one.")
    played_board = models.PositiveIntegerField(help_text="The board which that table really played.")
    sat_first = models.ForeignKey(
        Contestant,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Who really sat on the first line of the table that sat the wrong way round.",
    )

    def __str__(self) -> str:
        return f"rehearsal {self.event}"
