"""Who sits where: a table in a round, its places and who came to them later, line-ups, and who rests."""

from django.db import models

from tournaments.models.club import Player
from tournaments.models.event import Contestant
from tournaments.models.section import Round, Table


class Seating(models.Model):
    """This table in this round; its boards are its plays."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    why = models.JSONField(
        default=dict,
        help_text="Why it was drawn: a sentence to translate and its parameters; empty in a fixed plan.",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="seating_once")]
        ordering = ["table__number"]

    def __str__(self) -> str:
        return f"{self.table} in {self.round}"


class Place(models.Model):
    """A seat of a seating with who is ranked for it and who sat down on it; the game gives its line."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="places")
    seat = models.CharField(max_length=1)
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="places")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seating", "seat"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.contestant}"


class Substitution(models.Model):
    """Somebody else on a place from a board of its round on; boards are played in the order of their numbers.

    Of a whole round he simply has the place. Who is ranked stays who he was.
    """

    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="substitutions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions")
    board = models.PositiveSmallIntegerField(help_text="The number of the first board that he played there.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["place", "board"], name="substitution_once")]

    def __str__(self) -> str:
        return f"{self.player} from board {self.board} on"


class LineUp(models.Model):
    """A seat that a team keeps for one of its players: N or S at one of its tables, E or W at the other.

    A team declares all of them at once. They are secret until the other team of the match has declared too;
    then, or when the round begins, the places say them to everybody.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="line_ups")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="line_ups")
    seat = models.CharField(max_length=1)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="line_ups")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "contestant", "seat"], name="line_up_seat_once"),
            models.UniqueConstraint(fields=["round", "contestant", "player"], name="line_up_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.seat} for {self.contestant}"


class SitOut(models.Model):
    """A contestant who was there but had no opponents in a drawn round; in a fixed plan rests are gaps."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="sit_outs")
    why = models.JSONField(default=dict, help_text="The reason: a sentence to translate and its parameters.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "contestant"], name="sit_out_once")]
        ordering = ["contestant__number"]

    def __str__(self) -> str:
        return f"{self.contestant} sits out {self.round}"
