"""Standings as they are stored for the pages."""

from django.db import models

from tournaments.models.event import Stage


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
