"""Who sits where: a table in a round, its places, and who came to them later."""

from django.db import models

from tournaments.models.people.player import Player
from tournaments.models.plan.contestant import Contestant
from tournaments.models.plan.round import Round
from tournaments.models.plan.table import Table


class Seating(models.Model):
    """This table in this round; its boards are its plays."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    why = models.JSONField(
        default=dict,
        help_text=(
            "Why it was drawn: a sentence to translate and its parameters; empty in a fixed plan."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="seating_once")]
        ordering = ["table__number"]

    def __str__(self) -> str:
        return f"{self.table} in {self.round}"


class Place(models.Model):
    """A seat of a seating with who is ranked for it and who sat down on it; the game gives its
    line."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="places")
    seat = models.CharField(max_length=1)
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="places")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seating", "seat"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.contestant}"


class Substitution(models.Model):
    """Somebody else on a place from a board of its round on; boards are played in the order of
    their numbers.

    Of a whole round he simply has the place. Who is ranked stays who he was.
    """

    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="substitutions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions")
    board = models.PositiveSmallIntegerField(
        help_text="The number of the first board that he played there."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["place", "board"], name="substitution_once")]

    def __str__(self) -> str:
        return f"{self.player} from board {self.board} on"
