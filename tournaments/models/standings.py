"""Derived data that can be rebuilt from the entries: scales, standings, and recounts."""

from django.db import models

from tournaments.models.boards import Board
from tournaments.models.events import Event, Stage


class ResultScale(models.Model):
    """How often each X occurs among the results of a line of a board; derived from the plays.

    There is a scale for each line, field, and group of plays with the same cards. Numbers are
    stored as exact texts.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="scales")
    line = models.CharField(max_length=4)
    field = models.PositiveSmallIntegerField(default=0)
    group = models.PositiveSmallIntegerField(default=1)
    frequencies = models.JSONField(
        default=dict, help_text="How many results have each X, without flagged ones."
    )
    flagged_frequencies = models.JSONField(
        default=dict, help_text="How many flagged results have each X."
    )
    expected = models.PositiveIntegerField(
        default=0, help_text="How many plays are expected in all."
    )
    low_text = models.CharField(max_length=24, blank=True, help_text="MIN; blank without a result.")
    high_text = models.CharField(
        max_length=24, blank=True, help_text="MAX; blank without a result."
    )
    revision = models.PositiveIntegerField(default=0, help_text="Incremented by every change.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["board", "field", "group", "line"], name="scale_once")
        ]

    def __str__(self) -> str:
        return f"{self.line} of {self.board}"


class Snapshot(models.Model):
    """The standings of a stage for one audience at one time; stored when they have changed."""

    class Audience(models.TextChoices):
        """Who sees the standings: the desk with all results, the public without hidden ones."""

        DESK = "desk"
        PUBLIC = "public"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    audience = models.CharField(max_length=6, choices=Audience.choices)
    number = models.PositiveIntegerField()
    awards_revision = models.PositiveIntegerField(
        help_text="The stage's `awards_revision` that they include."
    )
    standings = models.JSONField()
    at = models.DateTimeField()
    was_viewed = models.BooleanField(
        default=False, help_text="Whether they were shown to anybody; others are deleted."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "audience", "number"], name="snapshot_number")
        ]
        get_latest_by = "pk"

    def __str__(self) -> str:
        return f"standings {self.number} of {self.stage}"


class CatchUpHeartbeat(models.Model):
    """When pending results were last scored; the table has a single row."""

    # Primary key of the single row.
    SINGLE_ROW_PK = 1

    at = models.DateTimeField()
    failed = models.JSONField(default=list, help_text="Stages that could not be scored.")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class RecountRun(models.Model):
    """The latest recount of an event and the differences that it found."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="recount_run")
    at = models.DateTimeField(db_index=True)
    differs = models.JSONField(
        default=list, help_text="The first differences as sentences; empty if there are none."
    )

    def __str__(self) -> str:
        return f"{self.event}, recounted {self.at:%Y-%m-%d %H:%M}"
