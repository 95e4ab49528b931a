"""Who rests in a round that was drawn."""

from django.db import models

from tournaments.models.plan.contestant import Contestant
from tournaments.models.plan.round import Round


class SitOut(models.Model):
    """A contestant who was there but had no opponents in a drawn round; in a fixed plan rests
    are gaps."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="sit_outs")
    why = models.JSONField(
        default=dict, help_text="The reason: a sentence to translate and its parameters."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "contestant"], name="sit_out_once")]
        ordering = ["contestant__number"]

    def __str__(self) -> str:
        return f"{self.contestant} sits out {self.round}"
