"""Standings as they are stored for the pages."""

from django.db import models

from tournaments.models.event import Stage


class Snapshot(models.Model):
    """The standings of a stage as an audience is shown them, numbered; made anew when they have changed."""

    class Audience(models.TextChoices):
        """For whom they are: the desk's count every result, the public's what anybody may know of."""

        DESK = "desk"
        PUBLIC = "public"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    audience = models.CharField(max_length=6, choices=Audience.choices)
    number = models.PositiveIntegerField()
    awards_revision = models.PositiveIntegerField(
        help_text="The stage's awards that they are known to follow."
    )
    standings = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "audience", "number"], name="snapshot_number")
        ]
        get_latest_by = "pk"

    def __str__(self) -> str:
        return f"standings {self.number} of {self.stage}"
