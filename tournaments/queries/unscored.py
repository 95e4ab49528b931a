"""Results that are stored and count nowhere yet: for how long, and why."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Min
from django.utils import timezone

from games.text import Words
from games.text import gettext_noop as _
from tournaments.models import Board, CaughtUp, Entry, Play, Session, Stage

PATIENCE = timedelta(seconds=40)
"""After so long, beside the time for which standings rest, a result should have been scored."""

_ALIVE = timedelta(seconds=100)
"""Whoever catches up does so every half minute."""

_NOBODY = Words(
    _(
        "Nobody scores results at the moment: the worker, the beat or Redis is not running. Nothing is "
        "lost: what is sent is stored, and scored once they run again."
    )
)


_STUCK = Words(
    _(
        "Some results cannot be scored, and the others are: look at the boards named here, and decide anew "
        "what came last. If that does not help, whoever looks after the site finds more with recount."
    )
)


@dataclass(frozen=True)
class Unscored:
    """What the desk is told: `why` says what is wrong; `boards` are those that wait though others do not."""

    why: Words
    since: datetime | None = None
    boards: tuple[int, ...] = ()


def unscored(session: Session) -> Unscored | None:
    """Why results of a session are not scored though they should be; None where all is well."""
    since = oldest_unscored(session.stage)
    waits = since is not None and _is_late(since, session.stage)
    waits = waits or session.stage_id in stages_that_fail()
    if is_anybody_scoring():
        return _stuck(session, since) if waits else None
    goes_on = session.state == Session.State.RUNNING
    return Unscored(_NOBODY, since) if waits or goes_on else None


def is_anybody_scoring() -> bool:
    """Whether a worker has lately caught up with what was behind; without one whoever looks does it."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return True
    last = CaughtUp.objects.filter(pk=CaughtUp.ONLY).first()
    return last is not None and abs(timezone.now() - last.at) < _ALIVE


def stages_that_fail() -> list[int]:
    """The rows of stages that whoever catches up could not score, when he last tried."""
    last = CaughtUp.objects.filter(pk=CaughtUp.ONLY).first()
    return list(last.failed) if last else []


def oldest_unscored(stage: Stage | None = None) -> datetime | None:
    """When the first result was said that is not scored yet, of one stage or of all; None where all are."""
    waiting = Entry.objects.filter(play__in=Play.objects.behind(), revision__gt=F("play__scored_revision"))
    if stage:
        waiting = waiting.filter(play__board__session__stage=stage)
    oldest: datetime | None = waiting.order_by().aggregate(at=Min("at"))["at"]
    return oldest


def _is_late(since: datetime, stage: Stage) -> bool:
    return timezone.now() - since > PATIENCE + timedelta(seconds=stage.rests_for)


def _stuck(session: Session, since: datetime | None) -> Unscored:
    """Boards that cannot be scored, while others are."""
    boards = Board.objects.filter(session=session, plays__in=Play.objects.behind()).distinct()
    numbers = tuple(boards.order_by("number").values_list("number", flat=True))
    return Unscored(_STUCK, since, numbers)
