"""Rows to scoring to rows: the standings of a stage are kept as numbered snapshots, two for each stage."""

import time
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone

from tournaments.models import Session, Snapshot, Stage
from tournaments.queries.shown_standings import last_snapshot
from tournaments.queries.stored_standings import Json
from tournaments.queries.visibility.public_standings import withholds
from tournaments.scorebook.standings import StageBook

_WORTH, _LONG, _PART = 200, 10.0, 5
"""Standings rest for so many times their cost up to so many seconds, and at least for so many times."""

_LATE = 5.0
"""Seconds after which whoever was to make them is no longer counted on."""


def take_snapshot(stage_id: int) -> float:
    """Store the standings of a stage for the desk and for the public, unless they are of the same results.

    Answers in how many seconds to come again where they were made a moment ago; 0 where there is nothing to
    do then, or where somebody was told so before.
    """
    if _is_seen_to(Stage.objects.get(pk=stage_id)):
        return 0
    with transaction.atomic():  # the stage is locked: two workers would give two snapshots one number
        stage = Stage.objects.select_for_update(of=("self",)).select_related("event").get(pk=stage_id)
        lasts = {audience: last_snapshot(stage, audience) for audience in Snapshot.Audience}
        if all(last and last.awards_revision == stage.awards_revision for last in lasts.values()):
            return 0
        if rest := _rest(stage):
            return _come_again(stage, rest)
        begun = time.thread_time()
        for audience, standings in standings_of(stage).items():
            _store(stage, audience, lasts[audience], standings)
        Stage.objects.filter(pk=stage.pk).update(
            made_at=timezone.now(), made_in=time.thread_time() - begun, due_at=None
        )
    return 0


def interval(cost: float) -> float:
    """For how many seconds standings stay as they are that were `cost` seconds of work.

    They stay long enough for the results of that time to be worth the work: it grows with the field, and so
    does their number. Never more than a fifth of a worker goes into them.
    """
    if not settings.STANDINGS_REST:
        return 0
    return max(settings.STANDINGS_REST, min(_WORTH * cost, _LONG), _PART * cost)


def _is_seen_to(stage: Stage) -> bool:
    """Whether they rest and somebody is to come again: in a burst of results nothing more is asked."""
    return _left(stage) > 0 and _is_awaited(stage)


def _rest(stage: Stage) -> float:
    """How many seconds the standings are still to stay as they are; none where nothing is played any more."""
    if not (left := _left(stage)) or not stage.sessions.filter(state=Session.State.RUNNING).exists():
        return 0
    return left


def _left(stage: Stage) -> float:
    """Seconds of the interval since they were made that have not passed."""
    if stage.made_at is None:
        return 0
    since = (timezone.now() - stage.made_at).total_seconds()
    return max(0, interval(stage.made_in) - since) if since >= 0 else 0  # the clock went back


def _come_again(stage: Stage, rest: float) -> float:
    if _is_awaited(stage):
        return 0
    Stage.objects.filter(pk=stage.pk).update(due_at=timezone.now() + timedelta(seconds=rest + _LATE))
    return rest


def _is_awaited(stage: Stage) -> bool:
    """Whether somebody was told to come again and is not late.

    He finds what is counted by now: counting touches the stage, which he holds until he has done his work.
    """
    now, longest = timezone.now(), timedelta(seconds=interval(stage.made_in) + 2 * _LATE)
    return stage.due_at is not None and now < stage.due_at < now + longest  # unless the clock went back


def _store(stage: Stage, audience: Snapshot.Audience, last: Snapshot | None, standings: Json) -> None:
    """The next snapshot; the last one goes on where it says the same, as pages have it already."""
    if last and last.standings == standings:
        stage.snapshots.filter(pk=last.pk).update(awards_revision=stage.awards_revision)
        return
    if last and not last.shown:
        last.delete()
    Snapshot.objects.create(
        stage=stage,
        audience=audience,
        number=last.number + 1 if last else 1,
        awards_revision=stage.awards_revision,
        standings=standings,
        at=timezone.now(),
    )


def standings_of(stage: Stage) -> dict[Snapshot.Audience, Json]:
    """What each audience is shown; worked out once where nothing is kept from the public."""
    book = StageBook(stage)
    everything = book.everything().to_json()
    public = book.shown_to_anybody().to_json() if withholds(stage) else everything
    return {Snapshot.Audience.DESK: everything, Snapshot.Audience.PUBLIC: public}


def forget_snapshots(stage: Stage) -> None:
    """Have the next standings compared with none: they are made anew, and at once."""
    latest = [last.pk for audience in Snapshot.Audience if (last := last_snapshot(stage, audience))]
    Snapshot.objects.filter(pk__in=latest).update(awards_revision=0)
    Stage.objects.filter(pk=stage.pk).update(awards_revision=F("awards_revision") + 1, made_at=None)


def stages_behind() -> Iterable[int]:
    """Stages whose awards are newer than the standings of an audience."""
    fresh = Count("snapshots", filter=Q(snapshots__awards_revision=F("awards_revision")))
    stages = Stage.objects.filter(awards_revision__gt=0).annotate(fresh=fresh)
    return list(stages.filter(fresh__lt=len(Snapshot.Audience)).values_list("pk", flat=True))
