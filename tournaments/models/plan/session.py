"""A session: one sitting, and its secret seed."""

from django.db import models
from django.db.models import Max
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.models.plan.stage import Stage


class Session(models.Model):
    """One sitting: its commitment is public at once, its salt once fixed, its seed once it is
    over."""

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
    commitment = models.CharField(
        max_length=64, blank=True, help_text="Blank where the hands are not known."
    )
    salt = models.CharField(max_length=200, null=True, help_text="Null until fixed.")  # noqa: DJ001 (empty is a salt)
    minutes_per_round = models.PositiveSmallIntegerField(
        null=True, help_text="Null where a round has as long as the club takes for its boards."
    )
    minutes_available = models.PositiveSmallIntegerField(
        null=True,
        help_text=(
            "For how long it may last, as it was typed when it was planned; null if nobody did."
        ),
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
        """How many boards a round has as its movement counts them: those of all halves of a
        match."""
        return self.boards_per_round * self.stage.halves

    @cached_property
    def sitting(self) -> int:
        """Its number in its event, which public addresses have: each stage numbers its sessions
        from 1."""
        if self.stage.number == 1:
            return self.number
        before = Session.objects.filter(
            stage__event=self.stage.event_id, stage__number__lt=self.stage.number
        )
        last = (
            before.order_by()
            .values("stage")
            .annotate(last=Max("number"))
            .values_list("last", flat=True)
        )
        return self.number + sum(last)


class Seed(models.Model):
    """The secret from which a session's hands follow; kept apart so that no listing meets it by
    chance."""

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, related_name="seed", primary_key=True
    )
    hex = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"seed of session {self.session_id}"
