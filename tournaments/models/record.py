"""What is kept beside the facts: who did what, answers already given, and published standings."""

from fractions import Fraction

from django.db import models

from tournaments.models.club import Club
from tournaments.models.event import Contestant, Event, Stage
from tournaments.models.play import ActedBy


class AuditEntry(ActedBy):
    """One deed, written in the transaction that did it. It never holds a card or a seed."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="audit")
    verb = models.CharField(max_length=40)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb}"


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


class Receipt(models.Model):
    """The answer to a request that carried a one-time key: the same key gets the same answer again."""

    actor_token = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    answer = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor_token", "key"], name="key_once")]

    def __str__(self) -> str:
        return self.key


class Snapshot(models.Model):
    """The standings of a stage as pages show them, numbered; made anew whenever awards have changed."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()
    awards_revision = models.PositiveIntegerField(help_text="The stage's awards it was made from.")
    standings = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="snapshot_number")]
        get_latest_by = "number"

    def __str__(self) -> str:
        return f"standings {self.number} of {self.stage}"
