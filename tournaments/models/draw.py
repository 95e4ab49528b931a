"""What a drawn round needs besides its seatings: who sits out and why, and who came into a stage."""

from django.db import models

from tournaments.models.event import Contestant, Stage
from tournaments.models.section import Round


class SitOut(models.Model):
    """A contestant who was there but had no opponents in a drawn round; in a fixed plan rests are gaps."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="sit_outs")
    why = models.JSONField(default=dict, help_text="The reason: a sentence to translate and its parameters.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "contestant"], name="sit_out_once")]
        ordering = ["contestant__number"]

    def __str__(self) -> str:
        return f"{self.contestant} sits out {self.round}"


class Qualifier(models.Model):
    """A contestant who came into a stage from the one before; a stage without any is for everybody."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="qualifiers")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="qualified")
    seed = models.PositiveSmallIntegerField(help_text="His place in the seeding, from 1.")
    group = models.PositiveSmallIntegerField(help_text="His group in the stage before; 1 where it had none.")
    why = models.JSONField(default=dict, help_text="The reason: a sentence to translate and its parameters.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "contestant"], name="qualifies_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="seed_once"),
        ]
        ordering = ["seed"]

    def __str__(self) -> str:
        return f"{self.seed}: {self.contestant}"
