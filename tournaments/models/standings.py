"""What is derived and stored: scales of boards and standings; all of it can be rebuilt."""

from django.db import models

from tournaments.models.boards import Board
from tournaments.models.events import Event, Stage


class Scale(models.Model):
    """The results of one line of a board: derived, can be counted again. Numbers are exact text.

    Each board has one for every line, and one more of each where some results are compared apart:
    with a field of their own, or in a group that played other cards.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="scales")
    line = models.CharField(max_length=4)
    field = models.PositiveSmallIntegerField(default=0)
    group = models.PositiveSmallIntegerField(default=1)
    ordinary = models.JSONField(default=dict, help_text="How many results came to each X.")
    flagged = models.JSONField(default=dict, help_text="The same of flagged results.")
    due = models.PositiveIntegerField(default=0, help_text="How many plays there are to be.")
    low_text = models.CharField(max_length=24, blank=True, help_text="MIN; blank without a result.")
    high_text = models.CharField(
        max_length=24, blank=True, help_text="MAX; blank without a result."
    )
    revision = models.PositiveIntegerField(
        default=0, help_text="Grows with everything that is counted."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["board", "field", "group", "line"], name="scale_once")
        ]

    def __str__(self) -> str:
        return f"{self.line} of {self.board}"


class Snapshot(models.Model):
    """The standings of a stage as an audience is shown them, numbered; made anew when they have
    changed."""

    class Audience(models.TextChoices):
        """For whom they are: the desk's count every result, the public's what anybody may know
        of."""

        DESK = "desk"
        PUBLIC = "public"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    audience = models.CharField(max_length=6, choices=Audience.choices)
    number = models.PositiveIntegerField()
    awards_revision = models.PositiveIntegerField(
        help_text="The stage's awards that they are known to follow."
    )
    standings = models.JSONField()
    at = models.DateTimeField()
    shown = models.BooleanField(
        default=False, help_text="Whether somebody saw them: others are not kept."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "audience", "number"], name="snapshot_number")
        ]
        get_latest_by = "pk"

    def __str__(self) -> str:
        return f"standings {self.number} of {self.stage}"


class CaughtUp(models.Model):
    """When everything that was behind was last caught up with; one row for the installation."""

    ONLY = 1
    """The row."""

    at = models.DateTimeField()
    failed = models.JSONField(default=list, help_text="Stages that could not be scored.")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class Recount(models.Model):
    """When a recount of an event was last begun, and what the last was that ended found not to
    follow."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="recounted")
    at = models.DateTimeField(db_index=True)
    differs = models.JSONField(
        default=list, help_text="Sentences, the first of them; none where all follows."
    )

    def __str__(self) -> str:
        return f"{self.event}, recounted {self.at:%Y-%m-%d %H:%M}"
