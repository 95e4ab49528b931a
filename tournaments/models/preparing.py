"""Boards made up from packs of cards: who does it, who opened their hands, and which are ready."""

from django.db import models

from tournaments.models.play import ActedBy
from tournaments.models.session import Session, Table


class Preparation(ActedBy):
    """A copy of a board on its way from a pack into its pockets; who acted is whoever acted last.

    It names its board by number: the cards of a number stay the same when the session is planned anew.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="preparations")
    number = models.PositiveSmallIntegerField()
    maker = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        null=True,
        related_name="preparations",
        help_text="The table that makes it up; null for the desk, or where it came ready.",
    )
    opened_at = models.DateTimeField(null=True, help_text="When its hands were first shown.")
    ready_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "number", "maker"], name="made_up_once"),
            models.UniqueConstraint(
                fields=["session", "number"],
                condition=models.Q(maker=None),
                name="made_up_once_at_the_desk",
            ),
        ]
        ordering = ["number", "maker__number"]

    def __str__(self) -> str:
        return f"board {self.number} made up at {self.maker or 'the desk'}"
