"""Say whether results are being scored, and why some stay unscored."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Min
from django.utils import timezone

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Board, CatchUpHeartbeat, Entry, Play, Session, Stage

# A result should be scored after this time, plus the stage's snapshot interval.
MAX_SCORING_DELAY = timedelta(seconds=40)

# The worker records a heartbeat every 30 seconds, but may now and then take longer.
_HEARTBEAT_LIFETIME = timedelta(seconds=50)

_NO_WORKER_TEXT = Text(
    _(
        "Results are not being scored: the worker, the beat or Redis is not running. Nothing is "
        "lost: results are stored, and scored once they run again."
    )
)

_STUCK_TEXT = Text(
    _(
        "Some results cannot be scored. Open the boards named here and decide again about the last "
        "result. If that does not help, ask the person who looks after the site to run recount."
    )
)


@dataclass(frozen=True)
class ScoringProblem:
    """Why results are not scored, as the desk shows it.

    `boards` are the unscored boards, if only some results are affected. `since` is when the oldest
    unscored result was entered.
    """

    text: Text
    since: datetime | None = None
    boards: tuple[int, ...] = ()


@dataclass(frozen=True)
class ScoringStatus:
    """Whether scoring is active, and what is not scored, for one stage or all of them.

    `oldest_unscored_at` is when the first unscored result was entered, None if all are scored.
    """

    is_active: bool
    failed_stage_ids: tuple[int, ...]
    oldest_unscored_at: datetime | None

    def has_unscored_for_longer_than(self, delay: timedelta) -> bool:
        """Return whether a result has been unscored for longer than `delay`."""
        return (
            self.oldest_unscored_at is not None and timezone.now() - self.oldest_unscored_at > delay
        )


def read_scoring_status(stage: Stage | None = None) -> ScoringStatus:
    """Read the status of scoring, for one stage or all of them.

    The worker records a heartbeat. Without a worker, requests score by themselves.
    """
    heartbeat = CatchUpHeartbeat.objects.filter(pk=CatchUpHeartbeat.SINGLE_ROW_PK).first()
    return ScoringStatus(
        is_active=settings.CELERY_TASK_ALWAYS_EAGER or _is_recent(heartbeat),
        failed_stage_ids=tuple(heartbeat.failed) if heartbeat else (),
        oldest_unscored_at=_oldest_unscored_at(stage),
    )


def is_scoring_active() -> bool:
    """Return whether a worker scores results, by its heartbeat, or this process does."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return True
    heartbeats = CatchUpHeartbeat.objects.filter(pk=CatchUpHeartbeat.SINGLE_ROW_PK)
    return _is_recent(heartbeats.first())


def _is_recent(heartbeat: CatchUpHeartbeat | None) -> bool:
    return heartbeat is not None and abs(timezone.now() - heartbeat.at) < _HEARTBEAT_LIFETIME


def scoring_problem(session: Session) -> ScoringProblem | None:
    """Return why results of a session are not scored though they should be, or None."""
    stage = session.stage
    status = read_scoring_status(stage)
    is_overdue = (
        status.has_unscored_for_longer_than(
            MAX_SCORING_DELAY + timedelta(seconds=stage.snapshot_interval)
        )
        or stage.pk in status.failed_stage_ids
    )
    if status.is_active:
        return (
            ScoringProblem(_STUCK_TEXT, status.oldest_unscored_at, _unscored_board_numbers(session))
            if is_overdue
            else None
        )
    is_running = session.state == Session.State.RUNNING
    return (
        ScoringProblem(_NO_WORKER_TEXT, status.oldest_unscored_at)
        if is_overdue or is_running
        else None
    )


def _oldest_unscored_at(stage: Stage | None) -> datetime | None:
    unscored_entries = Entry.objects.filter(
        play__in=Play.objects.unscored(), revision__gt=F("play__scored_revision")
    )
    if stage:
        unscored_entries = unscored_entries.filter(play__board__session__stage=stage)
    oldest: datetime | None = unscored_entries.order_by().aggregate(at=Min("at"))["at"]
    return oldest


def _unscored_board_numbers(session: Session) -> tuple[int, ...]:
    """Return the numbers of the boards with unscored results."""
    boards = Board.objects.filter(session=session, plays__in=Play.objects.unscored()).distinct()
    return tuple(boards.order_by("number").values_list("number", flat=True))
