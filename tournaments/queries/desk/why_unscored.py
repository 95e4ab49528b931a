"""Results that are stored and count nowhere yet: for how long, and why."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Min
from django.utils import timezone

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Board, CatchUpHeartbeat, Entry, Play, Session, Stage

PATIENCE = timedelta(seconds=40)
"""After so long, beside the time for which standings rest, a result should have been scored."""

_ALIVE = timedelta(seconds=50)
"""Whoever catches up does so every half minute, and takes its time over it now and then."""

_NOBODY = Text(
    _(
        "Results are not being scored: the worker, the beat or Redis is not running. Nothing is "
        "lost: results are stored, and scored once they run again."
    )
)

_STUCK = Text(
    _(
        "Some results cannot be scored. Open the boards named here and decide again about the last "
        "result. If that does not help, ask the person who looks after the site to run recount."
    )
)


@dataclass(frozen=True)
class Unscored:
    """What the desk is told: `why` says what is wrong; `boards` are those that wait though
    others do not."""

    why: Text
    since: datetime | None = None
    boards: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scoring:
    """How scoring goes, of one stage or of all: whether anybody does it, which stages cannot be
    scored.

    `oldest` is when the first result was said that is not scored yet, None where all are.
    """

    anybody: bool
    failed: tuple[int, ...]
    oldest: datetime | None

    def is_later_than(self, patience: timedelta) -> bool:
        """Whether a result has waited for longer."""
        return self.oldest is not None and timezone.now() - self.oldest > patience


def read_scoring(stage: Stage | None = None) -> Scoring:
    """By what was done: a worker writes down that it has caught up; without one whoever looks
    does it."""
    last = CatchUpHeartbeat.objects.filter(pk=CatchUpHeartbeat.ONLY).first()
    return Scoring(
        anybody=settings.CELERY_TASK_ALWAYS_EAGER or _is_recent(last),
        failed=tuple(last.failed) if last else (),
        oldest=_oldest(stage),
    )


def is_anybody_scoring() -> bool:
    """Return whether results are counted: by a worker that has caught up lately, or by this
    process."""
    last = CatchUpHeartbeat.objects.filter(pk=CatchUpHeartbeat.ONLY)
    return settings.CELERY_TASK_ALWAYS_EAGER or _is_recent(last.first())


def _is_recent(last: CatchUpHeartbeat | None) -> bool:
    return last is not None and abs(timezone.now() - last.at) < _ALIVE


def unscored(session: Session) -> Unscored | None:
    """Why results of a session are not scored though they should be; None where all is well."""
    stage = session.stage
    scoring = read_scoring(stage)
    waits = (
        scoring.is_later_than(PATIENCE + timedelta(seconds=stage.snapshot_interval))
        or stage.pk in scoring.failed
    )
    if scoring.anybody:
        return Unscored(_STUCK, scoring.oldest, _stuck(session)) if waits else None
    goes_on = session.state == Session.State.RUNNING
    return Unscored(_NOBODY, scoring.oldest) if waits or goes_on else None


def _oldest(stage: Stage | None) -> datetime | None:
    waiting = Entry.objects.filter(
        play__in=Play.objects.unscored(), revision__gt=F("play__scored_revision")
    )
    if stage:
        waiting = waiting.filter(play__board__session__stage=stage)
    oldest: datetime | None = waiting.order_by().aggregate(at=Min("at"))["at"]
    return oldest


def _stuck(session: Session) -> tuple[int, ...]:
    """The numbers of boards that are not scored, while others are."""
    boards = Board.objects.filter(session=session, plays__in=Play.objects.unscored()).distinct()
    return tuple(boards.order_by("number").values_list("number", flat=True))
