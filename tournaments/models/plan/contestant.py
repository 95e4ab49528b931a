"""Who enters an event, and which players that is."""

from django.db import models

from tournaments.models.people.player import Player
from tournaments.models.plan.event import Event


class Contestant(models.Model):
    """Whoever is ranked: a pair, a player or a team, known by number and name within the event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="contestants")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=170)
    paid_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(
        null=True, help_text="When he left an event that had begun."
    )
    no_place = models.CharField(
        max_length=60,
        blank=True,
        help_text="Why he takes no place in the standings; blank where he does.",
    )
    link_counter = models.PositiveIntegerField(
        default=0, help_text="Of a team: raising it makes the links useless that it was given."
    )
    players = models.ManyToManyField(Player, through="Partner", related_name="contestants")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="contestant_number"),
            models.UniqueConstraint(fields=["event", "name"], name="contestant_name"),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return self.name


class Partner(models.Model):
    """A player as part of a contestant; the first of a pair sits N or E, the second opposite."""

    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="partners")
    player = models.ForeignKey(Player, on_delete=models.PROTECT)
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["contestant", "number"], name="partner_number")
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return self.player.name
