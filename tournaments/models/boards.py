"""Boards of a session, and their preparation from packs of cards."""

from django.db import models

from games.deals import BoardSetup
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
    def conditions(self) -> BoardSetup:
        """Return number and dealer of the board, without cards, as the game expects them."""
        return self.session.stage.event.game.board(self.number)


class BoardPreparation(ActorColumns):
    """The preparation of a copy of a board from a pack of cards, by a table or the desk.

    The actor is the one who acted last. The board is referenced by its number, because the cards of
    a number stay the same when the session is planned again and its board rows are replaced.
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
    """Record that a user or device preparing a board has seen its hands; one row for each."""

    making = models.ForeignKey(
        BoardPreparation, on_delete=models.CASCADE, related_name="hands_views"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"hands of {self.making}"
