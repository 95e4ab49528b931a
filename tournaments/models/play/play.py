"""A play: one board at one table, and what its scales have of it."""

from collections.abc import Collection
from typing import Any

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tournaments.models.people.player import Player
from tournaments.models.plan.board import Board
from tournaments.models.plan.seating import Place, Seating, Substitution

LONGEST_MADE = 160
"""Letters of one number for each line, or of what the director gave it."""

_BEHIND = Q(revision__gt=F("scored_revision"))
_UNKNOWN = Q(counted=None)
_ROW = models.BigIntegerField()


class PlayQuerySet(models.QuerySet["Play"]):
    """Query sets that read as sentences."""

    def awaited(self) -> "PlayQuerySet":
        """Plays nothing has been said about."""
        return self.filter(state=Play.State.DUE)

    def played_by(self, players: "Collection[int] | QuerySet[Player, Any]") -> "PlayQuerySet":
        """Plays at which one of these players sits: who came later to a place, from his first
        board on."""
        came = Substitution.objects.filter(
            place=OuterRef("pk"), board__lte=OuterRef(OuterRef("board__number"))
        )
        last = Subquery(came.order_by("-board").values("player")[:1])
        at_it = Place.objects.filter(seating=OuterRef("seating")).annotate(
            sits=Coalesce(last, "player", output_field=_ROW)
        )
        ever = Place.objects.filter(Q(player__in=players) | Q(substitutions__player__in=players))
        return self.filter(
            Exists(at_it.filter(sits__in=players)), seating__in=ever.values("seating")
        )

    def behind(self) -> "PlayQuerySet":
        """Plays whose scales do not yet know what was said about them."""
        return self.filter(_BEHIND)

    def uncounted(self) -> "PlayQuerySet":
        """The same, and those that their scales do not know at all."""
        return self.filter(_BEHIND | _UNKNOWN)


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

    WORD_DUE = (State.DUE, State.ENTERED)
    """The states in which a side at its table has still to say something."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="plays")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="plays")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DUE)
    flagged = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0)
    scored_revision = models.PositiveIntegerField(default=0)
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, null=True, related_name="+")
    field = models.PositiveSmallIntegerField(
        default=0, help_text="With whose results it is compared: 0, with all of the session."
    )
    group = models.PositiveSmallIntegerField(
        default=1, help_text="Which cards were played: all the same, until a board is fouled."
    )
    made = models.CharField(
        max_length=LONGEST_MADE,
        blank=True,
        help_text="X of each line, as `queries/results/line_points.py` writes it.",
    )
    points = models.CharField(
        max_length=LONGEST_MADE,
        blank=True,
        help_text="What each line made of its own; blank where that is X.",
    )
    counted = models.CharField(  # noqa: DJ001 (empty is counted: as due, without a result)
        max_length=LONGEST_MADE,
        null=True,
        help_text="What its scales have counted of `made`; null for nothing.",
    )

    objects = PlayQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seating", "board"], name="play_once")]
        indexes = [
            models.Index(fields=["board"], condition=_BEHIND, name="play_behind"),
            models.Index(fields=["board"], condition=_UNKNOWN, name="play_unknown"),
        ]
        ordering = ["board__number"]

    def __str__(self) -> str:
        return f"{self.board} at {self.seating}"
