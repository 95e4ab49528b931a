"""A round of a section."""

from django.db import models

from tournaments.models.plan.section import Section


class Round(models.Model):
    """One turn of play at every table of a section."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    drawn_from = models.JSONField(
        null=True,
        help_text=(
            "Place and total of everybody, by number, when it was drawn; null where it was planned."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "number"], name="round_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def is_playing(self) -> bool:
        """Whether it has begun and not ended."""
        return self.started_at is not None and self.ended_at is None
