"""Boards of a session, and their preparation from packs of cards."""

from django.db import models

from games.deals import DealtBoard
from tournaments.models.history import ActorColumns
from tournaments.models.rounds import Session, Table


class Board(models.Model):
    """A numbered board of a session.

    The number determines the dealer and, together with the session's seed and salt, the hands.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    sealed_to_end = models.BooleanField(
        default=False,
        help_text=(
            "Sealed until the session is over, because it was left out of play to save time."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="board_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"board {self.number}"

    @property
    def conditions(self) -> DealtBoard:
        """Number and dealer in the form the game expects, without cards."""
        return self.session.stage.event.game.board(self.number)


class BoardPreparation(ActorColumns):
    """A copy of a board being made up from a pack of cards; the actor is the last one to act.

    The board is referenced by number, since the cards of a number stay the same when the session
    is replanned.
    """

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="board_preparations"
    )
    number = models.PositiveSmallIntegerField()
    maker = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        null=True,
        related_name="board_preparations",
        help_text="The table that makes it up; null for the desk, or for a board that came ready.",
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


class HandsView(ActorColumns):
    """The hands of a board were shown to someone making it up; one row per device or user."""

    making = models.ForeignKey(
        BoardPreparation, on_delete=models.CASCADE, related_name="hands_views"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"hands of {self.making}"
