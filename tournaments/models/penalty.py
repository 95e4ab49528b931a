"""What a director takes from a contestant, and why."""

from fractions import Fraction

from django.db import models

from tournaments.models.audit import ActedBy
from tournaments.models.event import Contestant, Stage


class Penalty(ActedBy):
    """What a contestant loses, and why. Penalties are only ever added: one is taken back by its opposite."""

    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="penalties")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="penalties")
    amount_text = models.CharField(max_length=24, help_text="In awards, exact; negative for a bonus.")
    reason = models.CharField(max_length=200)

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
