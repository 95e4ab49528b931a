"""A play: one board at one table; the entries that say what happened; the awards that follow."""

from fractions import Fraction

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.models.acted_by import ActedBy
from tournaments.models.seating import Seating
from tournaments.models.session import Board


class PlayQuerySet(models.QuerySet["Play"]):
    """Query sets that read as sentences."""

    def awaited(self) -> "PlayQuerySet":
        """Plays nothing has been said about."""
        return self.filter(state=Play.State.DUE)

    def behind(self) -> "PlayQuerySet":
        """Plays whose awards do not yet follow from their entries."""
        return self.filter(revision__gt=F("scored_revision"))


class Play(models.Model):
    """One board at one table, with the entry that counts: its result."""

    class State(models.TextChoices):
        """What the set of a play's entries amounts to."""

        DUE = "due", _("due")
        ENTERED = "entered", _("entered")
        CONFIRMED = "confirmed", _("confirmed")
        CONFLICT = "conflict", _("in conflict")
        RULED = "ruled", _("ruled")
        VOID = "void", _("not played")

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="plays")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="plays")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DUE)
    flagged = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0)
    scored_revision = models.PositiveIntegerField(default=0)
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, null=True, related_name="+")

    objects = PlayQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seating", "board"], name="play_once")]
        ordering = ["board__number"]

    def __str__(self) -> str:
        return f"{self.board} at {self.seating}"


class Entry(ActedBy):
    """An outcome as one actor said it. Entries are only ever added."""

    class Kind(models.TextChoices):
        """Who speaks, and what it does: a table says, a director decides."""

        TABLE = "table", _("entered at the table")
        CORRECTION = "correction", _("corrected by the director")
        RULING = "ruling", _("ruled by the director")
        VOID = "void", _("not played, says the director")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.TABLE)
    outcome = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(help_text="The revision of the play that this entry made.")
    late = models.BooleanField(default=False, help_text="Said by a table after its round had ended.")
    contradicted = models.BooleanField(
        default=False, help_text="Possible, but not with the cards of the board; only the director is told."
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "revision"], name="one_entry_a_revision")]
        ordering = ["revision"]

    def __str__(self) -> str:
        return f"entry {self.revision} of play {self.play_id}"


class Award(models.Model):
    """What scoring made of one line of one play: derived, can be recomputed. Numbers are exact text."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="awards")
    line = models.CharField(max_length=4)
    x_text = models.CharField(max_length=24)
    points_text = models.CharField(
        max_length=24, blank=True, help_text="What the line made of its own; blank where that is X."
    )
    low_text = models.CharField(max_length=24)
    high_text = models.CharField(max_length=24)
    award_text = models.CharField(max_length=80, blank=True, help_text="Blank where the method gives none.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "line"], name="award_once")]

    def __str__(self) -> str:
        return f"{self.line}: {self.award_text}"

    @property
    def x(self) -> Fraction:
        """X of the line."""
        return Fraction(self.x_text)

    @property
    def points(self) -> Fraction:
        """What the line made of its own."""
        return Fraction(self.points_text or self.x_text)

    @property
    def low(self) -> Fraction:
        """MIN of the board on this line."""
        return Fraction(self.low_text)

    @property
    def high(self) -> Fraction:
        """MAX of the board on this line."""
        return Fraction(self.high_text)

    @property
    def award(self) -> Fraction | None:
        """The award, or None where the method gives none."""
        return Fraction(self.award_text) if self.award_text else None
