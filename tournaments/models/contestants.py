"""Contestants of an event, their categories and penalties."""

from fractions import Fraction

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.events import Event, Stage
from tournaments.models.history import ActedBy
from tournaments.models.people import Player


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


class Category(models.Model):
    """Novices, juniors or whoever else has places of their own; a contestant may be in several.

    The least number is shown first, of equal ones the one that was made first.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="categories")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    contestants = models.ManyToManyField(
        Contestant, through="InCategory", related_name="categories"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="category_name")]
        ordering = ["number", "pk"]

    def __str__(self) -> str:
        return self.name


class InCategory(models.Model):
    """A contestant who is in a category."""

    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="members")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["category", "contestant"], name="in_category_once")
        ]

    def __str__(self) -> str:
        return f"{self.contestant}: {self.category}"


class Penalty(ActedBy):
    """What a contestant loses, and why. Penalties are only ever added: one is taken back by its
    opposite.

    One of 0 is a warning: it stands on his card, and changes nothing.
    """

    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="penalties")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="penalties")
    amount_text = models.CharField(
        max_length=24, help_text="In awards, exact; negative for a bonus."
    )
    reason = models.CharField(max_length=200)
    kind = models.CharField(
        max_length=80,
        blank=True,
        help_text="Which of its club's penalties it is, by name; blank for none.",
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.contestant}: {self.amount_text}"

    @property
    def amount(self) -> Fraction:
        """What is taken from the total."""
        return Fraction(self.amount_text)

    @property
    def bonus(self) -> Fraction:
        """What is given to the total instead, where the amount is negative."""
        return -self.amount

    @property
    def nature(self) -> str:
        """What it is: `penalty`, `bonus` or `warning`."""
        if not self.amount:
            return "warning"
        return "penalty" if self.amount > 0 else "bonus"


class ClubPenalty(models.Model):
    """A penalty that a club gives again and again: what the first time costs, what the second,
    and so on."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="penalties")
    name = models.CharField(max_length=80)
    number = models.PositiveSmallIntegerField(help_text="Its place in the club's list, from 1.")
    steps = models.JSONField(
        help_text="As exact texts: `warning`, an amount in awards (`1/4`), or a percent (`10%`)."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_penalty_of_a_name")
        ]
        ordering = ["number", "pk"]

    def __str__(self) -> str:
        return self.name
