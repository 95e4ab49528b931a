"""Recount everything derived from entries, and compare it with what is stored."""

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
    """Return a sentence for each stored value that does not follow from the event's entries.

    Pending plays are scored first. Plays are compared with their entries; if these agree, the
    scales with the plays, and if these agree too, the latest standings with the scales. No sentence
    contains a card. Counters and timestamps are not compared: revisions of scales, snapshot times,
    earlier standings.
    """
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        update_scales(stage)
    differs = [
        each for stage in stages for board in _boards(stage) for each in _that_differ(board.pk)
    ]
    return differs or [each for stage in stages for each in _standings_that_differ(stage)]


def _that_differ(board: int) -> list[str]:
    """Recount one board in its own transaction, so that a large field blocks nobody for long.

    Scales are not derived from wrong plays: forged columns may not even be numbers.
    """
    with transaction.atomic():
        of_events = Board.objects.select_related("session__stage__event")
        locked = of_events.select_for_update(of=("self",)).get(pk=board)
        return list(_plays_that_differ(locked)) or list(_scales_that_differ(locked))


def rebuild_derived(event: Event) -> None:
    """Rebuild everything derived from the entries of an event.

    A play that gets a new entry meanwhile has been derived by that entry.
    """
    stages = list(event.stages.order_by("number"))
    with transaction.atomic():
        for stage in stages:
            _settle(stage)
        lock_and_update_scales(stages)
        for stage in stages:
            invalidate_snapshots(stage)
            take_snapshot(stage.pk)


def _settle(stage: Stage) -> None:
    """Lock the boards of a stage, correct their plays, and discard their scales."""
    for board in _boards(stage).select_for_update(of=("self",)):  # in the order of counting
        for play, follows in _settled(board):
            if _differing(play, follows):
                Play.objects.filter(pk=play.pk, revision=play.revision).update(**follows)
    discard_scales(Board.objects.filter(session__stage=stage))


def _boards(stage: Stage) -> QuerySet[Board]:
    boards = Board.objects.filter(session__stage=stage).select_related("session__stage__event")
    return boards.order_by("session_id", "number")


def _settled(board: Board) -> Iterator[tuple[Play, Mapping[str, object]]]:
    """Yield each play of a board with its columns as they follow from its entries.

    Entries made after the play was read belong to a later revision and are left out.
    """
    for play in board.plays.prefetch_related("entries").order_by("pk"):
        follows = copy(play)
        follows.revision = _revision_of(play)
        said = [entry for entry in play.entries.all() if entry.revision <= follows.revision]
        settle_play(follows, said, board.session.stage.event.game)
        yield play, {column: getattr(follows, column) for column in _COLUMNS}


def _revision_of(play: Play) -> int:
    """Return the revision of the last entry known when the play was read."""
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
    """Return whether the right content was counted; plays without an entry may be uncounted."""
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
    """Return whether an earlier stage that is carried over has newer awards."""
    before = stage.carried_from
    if before is None:
        return False
    return is_outdated(before, last_snapshot(before, Snapshot.Audience.DESK)) or _is_behind_before(
        before
    )


def _standings_that_differ(stage: Stage) -> Iterator[str]:
    """Compare the latest standings with the scales, while the stage is locked.

    Outdated standings are no difference: an entry made meanwhile may reveal a board before it is
    counted.
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

# Stored as the difference of an event whose recount fails.
RECOUNT_FAILED = "cannot be recounted"

# Differences that are logged and stored.
MAX_DIFFERENCES = 20

_DAY = timedelta(days=1)
_LULL = timedelta(minutes=15)


def store_recount(event: Event) -> list[str]:
    """Recount an event, store the first differences and return all of them.

    The start is stored first, so that an event whose recount fails or is killed comes last the next
    time. A failure counts as a difference. Raises `OperationalError`, as any recount may.
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
    """Return the event whose recount is oldest, if over a day old; None if there is none.

    While results arrive, running events are skipped; on SQLite, where a recount locks out every
    writer, all events are.
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
    """Return whether no entry was made lately; ids ascend, so the last row tells."""
    last = Entry.objects.order_by("-pk").values_list("at", flat=True).first()
    return last is None or abs(timezone.now() - last) > _LULL
