"""A board of a session."""

from django.db import models

from games.deals import DealtBoard
from tournaments.models.plan.session import Session


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
