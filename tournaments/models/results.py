"""Results: plays, entries, drafts, objections, and what is noted about them."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tournaments.models.boards import Board
from tournaments.models.contestants import Contestant
from tournaments.models.history import ActedBy
from tournaments.models.people import Player
from tournaments.models.rounds import Place, Seating, Substitution

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


LONGEST_ORIGIN = 50


class Entry(ActedBy):
    """An outcome as one actor said it. Entries are only ever added."""

    class Kind(models.TextChoices):
        """Who speaks, and what it does: a table says, a director decides or takes that back."""

        TABLE = "table", _("entered at the table")
        CORRECTION = "correction", _("corrected by the director")
        RULING = "ruling", _("ruled by the director")
        VOID = "void", _("marked not played by the director")
        AWARDS = "awards", _("awards given by the director")
        WITHDRAWAL = "withdrawal", _("decision taken back")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.TABLE)
    outcome = models.JSONField(default=dict)
    given = models.JSONField(
        default=dict,
        help_text="Instead of an outcome what each line is given, as `scoring/adjusted` writes it.",
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

    @property
    def is_decision(self) -> bool:
        """Whether a director decided by it."""
        return self.kind not in (self.Kind.TABLE, self.Kind.WITHDRAWAL)


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


class Question(ActedBy):
    """Somebody was asked whether an unlikely result is right; nothing was stored but this.

    `key` is the form's one-time key and `digest` follows from the outcome, so that the same form is
    asked once, and no more after it was changed.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="questions")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=16)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"asked about {self.play}"


class Contradiction(ActedBy):
    """The cards alone contradict what somebody said; which fields of it were wrong, never how.

    What a table or a typist said is kept, marked and unscored; a director's decision was refused.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="contradictions")
    wrong = models.JSONField(help_text="Pairs of a problem's code and the field that it is about.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"contradicted by the cards: {self.play}"


class MadeAgain(ActedBy):
    """A device at the table was shown the hands of a board it has played, to make it up for the
    next table.

    That is done where play mixes the cards; `ready_at` is when the board was found right.
    """

    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="made_again")
    ready_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"made up again after {self.play}"


class Reveal(ActedBy):
    """A member was shown what was said about a play, though he has its board yet to play
    himself."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="reveals")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user} was shown {self.play}"


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
        MENDED = "mended", _("It is corrected")

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
