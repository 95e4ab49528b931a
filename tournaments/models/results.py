"""Results: plays with their entries and drafts, questions about results, and objections."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tournaments.models.boards import Board
from tournaments.models.contestants import Contestant
from tournaments.models.history import ActorColumns
from tournaments.models.people import Player
from tournaments.models.rounds import SeatHolder, Seating, Substitution

# Maximum number of characters of `Play.line_points`: a number or adjusted award for each line.
MAX_LINE_POINTS_LENGTH = 160

_HAS_UNSCORED_ENTRY = Q(revision__gt=F("scored_revision"))
_NEVER_SCORED = Q(counted_line_points=None)
_ID_FIELD = models.BigIntegerField()


class PlayQuerySet(models.QuerySet["Play"]):
    """Filters for plays."""

    def without_entry(self) -> "PlayQuerySet":
        """Return the plays without an entry."""
        return self.filter(state=Play.State.DUE)

    def unplayed_at_finish(self) -> "PlayQuerySet":
        """Return the plays without an entry in rounds that ended with their session.

        The session was finished during the round or before it started, so nobody is expected to
        enter a result any more. Plays of sessions that are not finished are never included.
        """
        return self.without_entry().filter(
            seating__round__ended_at=F("board__session__finished_at")
        )

    def played_by(self, players: "Collection[int] | QuerySet[Player, Any]") -> "PlayQuerySet":
        """Return the plays at which one of the players sits.

        A substitute sits only at the plays from the first board of the substitution on.
        """
        substitutions = Substitution.objects.filter(
            place=OuterRef("pk"), from_board__lte=OuterRef(OuterRef("board__number"))
        )
        last_substitute = Subquery(substitutions.order_by("-from_board").values("player")[:1])
        holders = SeatHolder.objects.filter(seating=OuterRef("seating")).annotate(
            sits=Coalesce(last_substitute, "player", output_field=_ID_FIELD)
        )
        at_any_time = SeatHolder.objects.filter(
            Q(player__in=players) | Q(substitutions__player__in=players)
        )
        return self.filter(
            Exists(holders.filter(sits__in=players)), seating__in=at_any_time.values("seating")
        )

    def unscored(self) -> "PlayQuerySet":
        """Return the plays with entries that are not in the scales yet."""
        return self.filter(_HAS_UNSCORED_ENTRY)

    def not_in_scales(self) -> "PlayQuerySet":
        """Return the plays with entries that are not in the scales, and those never included."""
        return self.filter(_HAS_UNSCORED_ENTRY | _NEVER_SCORED)


class Play(models.Model):
    """One board at one table in a round, with the entry that counts as its result.

    The foreign keys to seating and board, `field` and `group` are set by actions. All other columns
    are derived from the entries.
    """

    class State(models.TextChoices):
        """The state of the result, derived from the entries."""

        DUE = "due", _("due")
        ENTERED = "entered", _("entered")
        CONFIRMED = "confirmed", _("confirmed")
        CONFLICT = "conflict", _("in conflict")
        RULED = "ruled", _("ruled")
        VOID = "void", _("not played")

    # States in which a side at the table still has to enter or confirm a result.
    STATES_AWAITING_ENTRY = (State.DUE, State.ENTERED)

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="plays")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="plays")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DUE)
    flagged = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0)
    scored_revision = models.PositiveIntegerField(default=0)
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, null=True, related_name="+")
    field = models.PositiveSmallIntegerField(
        default=0, help_text="Results are compared within a field: 0 is the whole session."
    )
    group = models.PositiveSmallIntegerField(
        default=1, help_text="Differs from 1 for plays with other cards, after a fouled board."
    )
    line_points = models.CharField(
        max_length=MAX_LINE_POINTS_LENGTH,
        blank=True,
        help_text="X of each line, as `queries/results/line_points.py` writes it.",
    )
    line_scores = models.CharField(
        max_length=MAX_LINE_POINTS_LENGTH,
        blank=True,
        help_text="Each line's own points; blank where they equal X.",
    )
    counted_line_points = models.CharField(  # noqa: DJ001 (empty is counted: as due, without a result)
        max_length=MAX_LINE_POINTS_LENGTH,
        null=True,
        help_text="The `line_points` that the scales include; null for none.",
    )

    objects = PlayQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seating", "board"], name="play_once")]
        indexes = [
            models.Index(fields=["board"], condition=_HAS_UNSCORED_ENTRY, name="play_behind"),
            models.Index(fields=["board"], condition=_NEVER_SCORED, name="play_unknown"),
        ]
        ordering = ["board__number"]

    def __str__(self) -> str:
        return f"{self.board} at {self.seating}"

    @property
    def is_unplayed_at_finish(self) -> bool:
        """Return whether the play is one of `PlayQuerySet.unplayed_at_finish`."""
        finished_at = self.board.session.finished_at
        ended_at = self.seating.round.ended_at
        return self.state == self.State.DUE and finished_at is not None and ended_at == finished_at

    @property
    def public_state(self) -> str:
        """Return the state to show to the public: void for a play that is unplayed at finish."""
        return self.State.VOID if self.is_unplayed_at_finish else self.state


MAX_ORIGIN_LENGTH = 50


class Entry(ActorColumns):
    """An outcome of a play as one actor entered it; entries are added, never changed."""

    class Kind(models.TextChoices):
        """Who made the entry and with which effect; all but `TABLE` are made by a director."""

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
        help_text="Adjusted awards by line, instead of an outcome; see `scoring/adjusted`.",
    )
    revision = models.PositiveIntegerField(
        help_text="The revision of the play that this entry created."
    )
    late = models.BooleanField(
        default=False, help_text="Entered by a table after its round had ended."
    )
    entered_at = models.DateTimeField(
        null=True,
        help_text="When it was entered, by the phone's clock; null if unknown.",
    )
    contradicted = models.BooleanField(
        default=False,
        help_text="Impossible with the cards of the board; shown to the director only.",
    )
    reason = models.CharField(max_length=200, blank=True)
    withdraws = models.PositiveIntegerField(
        null=True, help_text="The revision of the earlier entry that this one withdraws."
    )
    origin = models.CharField(
        max_length=MAX_ORIGIN_LENGTH,
        blank=True,
        help_text=(
            "For uploaded entries: exported section, laptop and a digest; blank for entries made "
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
        """Return exported section and laptop of an uploaded entry; empty for other entries."""
        return self.origin.rpartition(":")[0]

    @property
    def is_decision(self) -> bool:
        """Return whether the entry is a decision of the director."""
        return self.kind not in (self.Kind.TABLE, self.Kind.WITHDRAWAL)


class Draft(ActorColumns):
    """Unfinished input of a side, for a board that is played in several legs.

    It is deleted when the side enters its result.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="drafts")
    fields = models.JSONField(help_text="The text of each filled field, by its name.")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["play", "side"], name="one_draft_a_side")]

    def __str__(self) -> str:
        return f"so far: {self.play}"


class PlausibilityQuestion(ActorColumns):
    """A record that an actor was asked whether an unlikely outcome is right.

    `key` is the idempotency key of the form, and `digest` a digest of the outcome. An actor is not
    asked about a second outcome of the same play.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="questions")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=16)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"asked about {self.play}"


class CardContradiction(ActorColumns):
    """A record that an outcome was impossible with the cards: the wrong fields, but not why.

    An entry of a table, or from a score slip, is stored and marked, but not scored. A director's
    decision is refused.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="contradictions")
    wrong = models.JSONField(help_text="Pairs of a problem code and its field.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"contradicted by the cards: {self.play}"


class BoardRemake(ActorColumns):
    """The preparation of a board by a table that has played it, for the next table.

    It is needed in games in which the cards are mixed during play. A device of the table is shown
    the hands. `ready_at` is when the piles were checked.
    """

    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="remake")
    ready_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"made up again after {self.play}"


class PlayReveal(ActorColumns):
    """A record that the entries of a play were shown to a member who still has to play it."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="reveals")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user} was shown {self.play}"


# Maximum number of characters of an objection, and of the director's answer.
MAX_OBJECTION_LENGTH = 200


class ObjectionQuerySet(models.QuerySet["Objection"]):
    """Filters for objections."""

    def unanswered(self) -> "ObjectionQuerySet":
        """Return the objections that the director has not answered yet."""
        return self.filter(answered_at=None)


class Objection(ActorColumns):
    """A contestant's report that a result is wrong, which the director answers.

    Only directors and the contestant can read text and answer. Event files do not contain them.
    """

    class Verdict(models.TextChoices):
        """The two answers of the director; the values are stored."""

        STAYS = "stays", _("It stays as it is")
        CORRECTED = "mended", _("It is corrected")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="objections")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="objections")
    words = models.CharField(max_length=MAX_OBJECTION_LENGTH)
    verdict = models.CharField(
        max_length=10, choices=Verdict.choices, blank=True, help_text="Blank while it is open."
    )
    answer = models.CharField(
        max_length=MAX_OBJECTION_LENGTH, blank=True, help_text="Text added to the verdict."
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
