"""Contestants of an event, their categories and penalties."""

from fractions import Fraction

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.events import Event, Stage
from tournaments.models.history import ActorColumns
from tournaments.models.people import Player


class Contestant(models.Model):
    """A pair, single player or team in the ranking; number and name are unique in the event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="contestants")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=170)
    paid_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(
        null=True, help_text="When the contestant left an event that had started."
    )
    unranked_reason = models.CharField(
        max_length=60,
        blank=True,
        help_text="Why the contestant takes no place in the standings; blank if it takes one.",
    )
    link_counter = models.PositiveIntegerField(
        default=0, help_text="Incremented to revoke the links given to a team."
    )
    players = models.ManyToManyField(Player, through="ContestantPlayer", related_name="contestants")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="contestant_number"),
            models.UniqueConstraint(fields=["event", "name"], name="contestant_name"),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return self.name


class ContestantPlayer(models.Model):
    """A player of a contestant; of a pair, number 1 sits N or E and number 2 S or W."""

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
    """A category of contestants that is also ranked among itself, such as novices.

    A contestant may be in several categories. They are shown in the order of number, then of
    creation.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="categories")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    contestants = models.ManyToManyField(
        Contestant, through="CategoryMember", related_name="categories"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="category_name")]
        ordering = ["number", "pk"]

    def __str__(self) -> str:
        return self.name


class CategoryMember(models.Model):
    """Membership of a contestant in a category."""

    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="members")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["category", "contestant"], name="in_category_once")
        ]

    def __str__(self) -> str:
        return f"{self.contestant}: {self.category}"


class Penalty(ActorColumns):
    """An amount that is subtracted from a contestant's total, with the reason.

    A negative amount is a bonus. An amount of 0 is a warning, which is shown on the scorecard and
    does not change the total.
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
        help_text="The name of the club penalty that it follows; blank for none.",
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.contestant}: {self.amount_text}"

    @property
    def amount(self) -> Fraction:
        """Return the amount as a number, which is subtracted from the total."""
        return Fraction(self.amount_text)

    @property
    def bonus(self) -> Fraction:
        """Return the amount with the opposite sign, which is positive for a bonus."""
        return -self.amount

    @property
    def nature(self) -> str:
        """Return `penalty`, `bonus` or `warning`, depending on the sign of the amount."""
        if not self.amount:
            return "warning"
        return "penalty" if self.amount > 0 else "bonus"


class ClubPenalty(models.Model):
    """An offence in a club's list of penalties, with a step for each time it is repeated."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="penalties")
    name = models.CharField(max_length=80)
    number = models.PositiveSmallIntegerField(help_text="Position in the club's list, from 1.")
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
