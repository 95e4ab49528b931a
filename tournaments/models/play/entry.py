"""What somebody said of a play."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.play.play import Play

LONGEST_ORIGIN = 50


class Entry(ActedBy):
    """An outcome as one actor said it. Entries are only ever added."""

    class Kind(models.TextChoices):
        """Who speaks, and what it does: a table says, a director decides or takes that back."""

        TABLE = "table", _("entered at the table")
        CORRECTION = "correction", _("corrected by the director")
        RULING = "ruling", _("ruled by the director")
        VOID = "void", _("not played, says the director")
        AWARDS = "awards", _("awards given by the director")
        WITHDRAWAL = "withdrawal", _("decision taken back")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.TABLE)
    outcome = models.JSONField(default=dict)
    given = models.JSONField(
        default=dict,
        help_text="Instead of an outcome what each line is given, as `scoring/given` writes it.",
    )
    revision = models.PositiveIntegerField(
        help_text="The revision of the play that this entry made."
    )
    late = models.BooleanField(
        default=False, help_text="Said by a table after its round had ended."
    )
    said_at = models.DateTimeField(
        null=True,
        help_text="When it was said, by the phone's own clock; null where none tells that.",
    )
    contradicted = models.BooleanField(
        default=False,
        help_text="Possible, but not with the cards of the board; only the director is told.",
    )
    reason = models.CharField(max_length=200, blank=True)
    withdraws = models.PositiveIntegerField(
        null=True, help_text="The revision of the earlier entry that this one takes back."
    )
    origin = models.CharField(
        max_length=LONGEST_ORIGIN,
        blank=True,
        help_text=(
            "Of what was delivered: its copy, its laptop and a digest; blank where it was said "
            "here."
        ),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["play", "revision"], name="one_entry_a_revision"),
            models.UniqueConstraint(fields=["play", "withdraws"], name="withdrawn_once"),
            models.UniqueConstraint(
                fields=["play", "origin"], condition=~Q(origin=""), name="delivered_once"
            ),
        ]
        ordering = ["revision"]

    def __str__(self) -> str:
        return f"entry {self.revision} of play {self.play_id}"

    @property
    def source(self) -> str:
        """Where it was said: the copy and the laptop of what was delivered; blank here."""
        return self.origin.rpartition(":")[0]
