"""Boards of a session, and who makes them up."""

from django.db import models

from games.deals import DealtBoard
from tournaments.models.history import ActedBy
from tournaments.models.rounds import Session, Table


class Board(models.Model):
    """The numbered container; its number fixes the dealer, and with the seed and the salt the
    hands."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    kept_sealed = models.BooleanField(
        default=False,
        help_text=(
            "Whether it stays sealed until the session is over: it was left out, as it was late."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="board_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"board {self.number}"

    @property
    def conditions(self) -> DealtBoard:
        """Number and dealer as the game's rules want them, without cards."""
        return self.session.stage.event.game.board(self.number)


class BoardMaking(ActedBy):
    """A copy of a board on its way from a pack into its pockets; who acted is whoever acted last.

    It names its board by number: the cards of a number stay the same when the session is planned
    anew.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="board_makings")
    number = models.PositiveSmallIntegerField()
    maker = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        null=True,
        related_name="board_makings",
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


class OpenedHands(ActedBy):
    """Somebody was shown the hands of a board to make it up; once for each device or user."""

    making = models.ForeignKey(BoardMaking, on_delete=models.CASCADE, related_name="opened_hands")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"hands of {self.making}"
