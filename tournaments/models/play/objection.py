"""A contestant says that a result of his is wrong, and what the director answered."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.plan.contestant import Contestant
from tournaments.models.play.play import Play

LONGEST_WORDS = 200
"""Letters of what a player says, and of what a director answers."""


class ObjectionQuerySet(models.QuerySet["Objection"]):
    """Query sets that read as sentences."""

    def unanswered(self) -> "ObjectionQuerySet":
        """Those that wait for the director."""
        return self.filter(answered_at=None)


class Objection(ActedBy):
    """Of a play its result is wrong, says one of its contestants: open, then answered.

    Its words, and those of the answer, are read by directors and by his side alone; no file has
    them.
    """

    class Verdict(models.TextChoices):
        """What the director answers."""

        STAYS = "stays", _("It stays as it is")
        MENDED = "mended", _("It is mended")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="objections")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="objections")
    words = models.CharField(max_length=LONGEST_WORDS)
    verdict = models.CharField(
        max_length=10, choices=Verdict.choices, blank=True, help_text="Blank while it is open."
    )
    answer = models.CharField(
        max_length=LONGEST_WORDS, blank=True, help_text="What goes with the verdict."
    )
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    objects = ObjectionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["play", "contestant"],
                condition=models.Q(answered_at=None),
                name="one_open_objection_a_play",
            )
        ]
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"objection {self.pk} to {self.play}"
