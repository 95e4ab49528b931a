"""Who of a team is to sit where in a match."""

from django.db import models

from tournaments.models.people.player import Player
from tournaments.models.plan.contestant import Contestant
from tournaments.models.plan.round import Round


class LineUp(models.Model):
    """A seat that a team keeps for one of its players: N or S at one of its tables, E or W at the
    other.

    A team declares all of them at once. They are secret until the other team of the match has
    declared too; then, or when the round begins, the places say them to everybody.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="line_ups")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="line_ups")
    seat = models.CharField(max_length=1)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="line_ups")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "contestant", "seat"], name="line_up_seat_once"
            ),
            models.UniqueConstraint(
                fields=["round", "contestant", "player"], name="line_up_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.seat} for {self.contestant}"
