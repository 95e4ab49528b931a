"""What a clock follows from: breaks that are planned, time given besides, pauses. No row of it
ever ticks."""

from django.db import models

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.plan.round import Round
from tournaments.models.plan.section import Section
from tournaments.models.plan.session import Session
from tournaments.models.plan.table import Table


class Break(models.Model):
    """Minutes in which nobody plays, planned after a round of a session: the next one's time
    follows them."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="breaks")
    after_round = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "after_round"], name="one_break_after")
        ]
        ordering = ["after_round"]

    def __str__(self) -> str:
        return f"{self.minutes} minutes after round {self.after_round}"


class TimeGiven(ActedBy):
    """Time that a director gave a round besides its own, or took from it; all that is given adds
    up."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="times_given")
    to_table = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        null=True,
        related_name="times_given",
        help_text="Null where every table of its section has it.",
    )
    seconds = models.IntegerField(help_text="Negative where time was taken.")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.seconds} seconds for {self.round}"


class Pause(ActedBy):
    """The clock of a section stood, from `at` until somebody let it go on."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="pauses")
    until = models.DateTimeField(null=True, help_text="Null while it stands.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section"], condition=models.Q(until=None), name="one_open_pause_a_section"
            )
        ]
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"pause of {self.section}"
