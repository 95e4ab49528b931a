"""What a table has written down of a result that is not whole yet."""

from django.db import models

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.play.play import Play


class Draft(ActedBy):
    """What a side has kept of a board that is played in several legs; it counts nowhere.

    `said` has of every field that was filled in the text. It goes when the side enters its result.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="drafts")
    said = models.JSONField(help_text="The text of each field that was filled in, by its name.")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["play", "side"], name="one_draft_a_side")]

    def __str__(self) -> str:
        return f"so far: {self.play}"
