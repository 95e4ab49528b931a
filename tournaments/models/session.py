"""A session: one sitting, with its boards and its secret seed; what happened in one that is a rehearsal."""

from django.conf import settings
from django.db import models
from django.db.models import Max
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.deals import DealtBoard
from tournaments.models.event import Contestant, Event, Stage


class Session(models.Model):
    """One sitting: its commitment is public at once, its salt once fixed, its seed once it is over."""

    class State(models.TextChoices):
        """How far the evening is: states only ever follow one another."""

        CREATED = "created", _("waiting for its deal")
        DEALT = "dealt", _("dealt")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CREATED)
    rounds_planned = models.PositiveSmallIntegerField()
    boards_per_round = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64, blank=True, help_text="Blank where the hands are not known.")
    salt = models.CharField(max_length=200, null=True, help_text="Null until fixed.")  # noqa: DJ001 (empty is a salt)
    minutes_per_round = models.PositiveSmallIntegerField(
        null=True, help_text="Null where a round has as long as the club takes for its boards."
    )
    tables_make_up = models.BooleanField(
        default=False, help_text="Whether the tables make up the boards from packs of cards."
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="session_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.stage.event}, session {self.number}"

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played: every board is unsealed and the seed is public."""
        return self.state == self.State.FINISHED

    @property
    def rounds_to_play(self) -> int:
        """How many rounds its longest section plays: as many as planned, but for those left out."""
        return max(each.rounds_to_play for each in self.sections.all())

    @property
    def boards_a_meeting(self) -> int:
        """How many boards a round has as its movement counts them: those of all halves of a match."""
        return self.boards_per_round * self.stage.halves

    @cached_property
    def sitting(self) -> int:
        """Its number in its event, which public addresses have: each stage numbers its sessions from 1."""
        if self.stage.number == 1:
            return self.number
        before = Session.objects.filter(stage__event=self.stage.event_id, stage__number__lt=self.stage.number)
        last = before.order_by().values("stage").annotate(last=Max("number")).values_list("last", flat=True)
        return self.number + sum(last)


class Seed(models.Model):
    """The secret from which a session's hands follow; kept apart so that no listing meets it by chance."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="seed", primary_key=True)
    hex = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"seed of session {self.session_id}"


class Board(models.Model):
    """The numbered container; its number fixes the dealer, and with the seed and the salt the hands."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    kept_sealed = models.BooleanField(
        default=False,
        help_text="Whether it stays sealed until the session is over: it was left out, as it was late.",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="board_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"board {self.number}"

    @property
    def conditions(self) -> DealtBoard:
        """Number and dealer as the game's rules want them, without cards."""
        return self.session.stage.event.game.board(self.number)


class Rehearsal(models.Model):
    """That an event is a rehearsal, made to be mended: whose it is, and what really happened there.

    At which table and in which round everything happened is the same in all of them
    (`queries/rehearsal.py`).
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rehearsal")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rehearsals"
    )
    said_board = models.PositiveIntegerField(help_text="The board as which a table entered another one.")
    played_board = models.PositiveIntegerField(help_text="The board which that table really played.")
    sat_first = models.ForeignKey(
        Contestant,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Who really sat on the first line of the table that sat the wrong way round.",
    )

    def __str__(self) -> str:
        return f"rehearsal {self.event}"
