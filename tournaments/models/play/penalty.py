"""What contestants lose besides, and the list of a club's own penalties."""

from fractions import Fraction

from django.db import models

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.people.club import Club
from tournaments.models.plan.contestant import Contestant
from tournaments.models.plan.stage import Stage


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
