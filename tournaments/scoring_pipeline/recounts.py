"""Recount what is derived from the entries, and compare it with what is stored."""

import logging
from collections.abc import Iterator, Mapping
from copy import copy
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.models import Board, Entry, Event, Play, Recount, Scale, Session, Snapshot, Stage
from tournaments.queries.results.settlement import SETTLED, settle_play
from tournaments.queries.standings.latest import is_outdated, last_snapshot
from tournaments.scoring_pipeline.scale_updates import (
    derive_scales,
    discard_scales,
    lock_and_update_scales,
    pending_boards,
    update_scales,
)
from tournaments.scoring_pipeline.snapshots import (
    invalidate_snapshots,
    standings_by_audience,
    take_snapshot,
)

_COLUMNS = ("revision", *("entry_id" if column == "entry" else column for column in SETTLED))
_COUNTED = ("ordinary", "flagged", "due", "low_text", "high_text")


def recount(event: Event) -> list[str]:
    """What does not follow from the entries of an event, each in a sentence; what is behind is
    counted first.

    Plays are compared with their entries; where these agree the scales with the plays, and where
    these agree too the latest standings with the scales. No sentence tells a hand. What only says
    how often or when something was done is not asked: the revision of a scale, the clocks of a
    stage, earlier standings.
    """
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        update_scales(stage)
    differs = [
        each for stage in stages for board in _boards(stage) for each in _that_differ(board.pk)
    ]
    return differs or [each for stage in stages for each in _standings_that_differ(stage)]


def _that_differ(board: int) -> list[str]:
    """A board by itself, so that nobody waits until a large field is done.

    Where its plays are wrong no scale is made: what was forged may be no number at all.
    """
    with transaction.atomic():
        of_events = Board.objects.select_related("session__stage__event")
        locked = of_events.select_for_update(of=("self",)).get(pk=board)
        return list(_plays_that_differ(locked)) or list(_scales_that_differ(locked))


def rebuild_derived(event: Event) -> None:
    """Make all that is derived anew from the entries; who speaks meanwhile has settled his play
    himself."""
    stages = list(event.stages.order_by("number"))
    with transaction.atomic():
        for stage in stages:
            _settle(stage)
        lock_and_update_scales(stages)
        for stage in stages:
            invalidate_snapshots(stage)
            take_snapshot(stage.pk)


def _settle(stage: Stage) -> None:
    """Lock the boards of a stage, correct their plays, and throw away what was counted of them."""
    for board in _boards(stage).select_for_update(of=("self",)):  # in the order of counting
        for play, follows in _settled(board):
            if _differing(play, follows):
                Play.objects.filter(pk=play.pk, revision=play.revision).update(**follows)
    discard_scales(Board.objects.filter(session__stage=stage))


def _boards(stage: Stage) -> QuerySet[Board]:
    boards = Board.objects.filter(session__stage=stage).select_related("session__stage__event")
    return boards.order_by("session_id", "number")


def _settled(board: Board) -> Iterator[tuple[Play, Mapping[str, object]]]:
    """Each play of a board as it is stored, and its columns as they follow from its entries.

    What is said after a play was read is left out: it is of a later revision.
    """
    for play in board.plays.prefetch_related("entries").order_by("pk"):
        follows = copy(play)
        follows.revision = _revision_of(play)
        said = [entry for entry in play.entries.all() if entry.revision <= follows.revision]
        settle_play(follows, said, board.session.stage.event.game)
        yield play, {column: getattr(follows, column) for column in _COLUMNS}


def _revision_of(play: Play) -> int:
    """That of its last entry, unless this was said after the play was read: then the row has
    moved on."""
    last = max((entry.revision for entry in play.entries.all()), default=0)
    if last > play.revision and Play.objects.filter(pk=play.pk, revision__gte=last).exists():
        return play.revision
    return last


def _differing(play: Play, follows: Mapping[str, object]) -> list[str]:
    return [column for column, value in follows.items() if getattr(play, column) != value]


def _plays_that_differ(board: Board) -> Iterator[str]:
    for play, follows in _settled(board):
        for column in _differing(play, follows):
            told = getattr(play, column)
            yield f"play {play.pk}: {column} is {told!r}, and follows as {follows[column]!r}"
        if play.scored_revision > play.revision:
            yield f"play {play.pk}: revision {play.scored_revision} was counted of {play.revision}"
        elif play.scored_revision == play.revision and not _is_as_counted(play, follows["made"]):
            yield f"play {play.pk}: {play.counted!r} was counted, and {follows['made']!r} follows"


def _is_as_counted(play: Play, made: object) -> bool:
    """What nobody has said anything about may be unknown to its scales."""
    return play.counted == made or (play.counted is None and not play.revision)


def _scales_that_differ(board: Board) -> Iterator[str]:
    stored = {_key(scale): scale for scale in board.scales.all()}
    follow = {_key(scale): scale for scale in derive_scales(board)}
    if stored and board.plays.filter(counted=None).exists():
        yield f"board {board.number}: a play is not counted, and its scales are there"
    for key in sorted({*stored, *follow}):
        if (told := _told(stored.get(key))) != (follows := _told(follow.get(key))):
            yield f"scale {key} of board {board.number}: is {told}, and follows as {follows}"


def _key(scale: Scale) -> tuple[int, int, str]:
    return scale.field, scale.group, scale.line


def _told(scale: Scale | None) -> Mapping[str, object]:
    return {column: getattr(scale, column) for column in _COUNTED} if scale else {}


def _is_behind_before(stage: Stage) -> bool:
    """Whether a stage before, however far, that something is carried over from has newer awards."""
    before = stage.carried_from
    if before is None:
        return False
    return is_outdated(before, last_snapshot(before, Snapshot.Audience.DESK)) or _is_behind_before(
        before
    )


def _standings_that_differ(stage: Stage) -> Iterator[str]:
    """Once the stage is locked: no scale moves, and no act changes what they follow from.

    Standings that are behind are no difference; what is said meanwhile may open a board before it
    is counted.
    """
    with transaction.atomic():
        stage = Stage.objects.select_for_update().get(pk=stage.pk)
        follow = standings_by_audience(stage)
        if pending_boards(stage) or _is_behind_before(stage):
            return
        for audience, follows in follow.items():
            last = last_snapshot(stage, audience)
            if last and last.awards_revision > stage.awards_revision:
                yield (
                    f"standings {last.number} for the {audience}: are of awards that are still to "
                    f"come"
                )
            elif (
                last and last.awards_revision == stage.awards_revision and last.standings != follows
            ):
                yield f"standings {last.number} for the {audience}: are not those that follow"


logger = logging.getLogger(__name__)

RECOUNT_FAILED = "cannot be recounted"
"""What is found of an event whose recount fails."""

MAX_DIFFERENCES = 20
"""So many sentences are kept."""

_DAY = timedelta(days=1)
_LULL = timedelta(minutes=15)


def store_recount(event: Event) -> list[str]:
    """Recount an event and write down what was found; all that differs, the first sentences are
    kept.

    An event that cannot be recounted differs. Raises `OperationalError`, as any recount may. That
    it is begun is written down first: one that fails or is killed has its next turn after all
    others.
    """
    Recount.objects.update_or_create(event=event, defaults={"at": timezone.now()})
    try:
        differs = recount(event)
    except OperationalError:
        raise
    except Exception:
        logger.exception("event %s cannot be recounted", event.pk)
        differs = [RECOUNT_FAILED]
    if differs:
        logger.error("event %s differs: %s", event.pk, "; ".join(differs[:MAX_DIFFERENCES]))
    Recount.objects.filter(event=event).update(differs=differs[:MAX_DIFFERENCES])
    return differs


def next_event_to_recount() -> Event | None:
    """The event that was recounted longest ago, once that is a day; None while there is none.

    While results come in those wait that are being played, and in SQLite, of which a recount keeps
    every writer out, all.
    """
    now = timezone.now()
    ahead = Q(recounted__at__gt=now)  # the clock went back
    due = Event.objects.filter(Q(recounted=None) | Q(recounted__at__lt=now - _DAY) | ahead)
    if not _is_quiet():
        if settings.CELERY_TASK_ALWAYS_EAGER:
            return None
        due = due.exclude(stages__sessions__state=Session.State.RUNNING)
    return due.order_by(F("recounted__at").asc(nulls_first=True), "pk").first()


def _is_quiet() -> bool:
    """Whether nobody has said anything of late; what is said is numbered in order, so one row
    tells."""
    last = Entry.objects.order_by("-pk").values_list("at", flat=True).first()
    return last is None or abs(timezone.now() - last) > _LULL
