"""Rows to scoring to rows, all over again: what is derived is worked out of the entries and compared."""

from collections.abc import Iterator, Mapping

from django.db import transaction

from tournaments.models import Board, Event, Play, Scale, Stage
from tournaments.queries.settlement import SETTLED, settle_play
from tournaments.scorebook.counting import count_behind, scales_from
from tournaments.scorebook.snapshots import forget_snapshots, standings_of, take_snapshot

_COUNTED = ("ordinary", "flagged", "due", "low_text", "high_text")


def recount(event: Event) -> list[str]:
    """What does not follow from the entries of an event, each in a sentence; what is behind is counted first.

    Plays are compared with their entries, scales with their plays, and where these agree the latest standings
    with the scales.
    """
    with transaction.atomic():
        for stage in event.stages.all():
            count_behind(stage)
        stages = list(event.stages.all())  # as counting has left them
        differs = [
            each for stage in stages for each in (*_plays_that_differ(stage), *_scales_that_differ(stage))
        ]
        return differs or [each for stage in stages for each in _standings_that_differ(stage)]


def mend(event: Event) -> None:
    """Make all that is derived anew from the entries."""
    with transaction.atomic():
        for stage in event.stages.all():
            plays = _settled(stage)
            Play.objects.bulk_update(plays, SETTLED, batch_size=500)
            Scale.objects.filter(board__session__stage=stage).delete()
            Play.objects.filter(board__session__stage=stage).update(counted=None, scored_revision=0)
            count_behind(stage)
            forget_snapshots(stage)
            take_snapshot(stage.pk)


def _settled(stage: Stage) -> list[Play]:
    """The plays of a stage as their entries have them; nothing is stored."""
    stored = Play.objects.filter(board__session__stage=stage).select_related("board__session__stage__event")
    plays = list(stored.prefetch_related("entries").order_by("pk"))
    for play in plays:
        settle_play(play, play.entries.all(), stage.event.game)
    return plays


def _plays_that_differ(stage: Stage) -> Iterator[str]:
    columns = [*(column for column in SETTLED if column != "entry"), "entry_id"]
    stored = Play.objects.filter(board__session__stage=stage).in_bulk()
    for play in _settled(stage):
        for column in columns:
            told, follows = getattr(stored[play.pk], column), getattr(play, column)
            if told != follows:
                yield f"play {play.pk}: {column} is {told!r}, and follows as {follows!r}"
        if stored[play.pk].counted not in (None, play.made):
            yield f"play {play.pk}: {stored[play.pk].counted!r} was counted, and {play.made!r} follows"


def _scales_that_differ(stage: Stage) -> Iterator[str]:
    for board in Board.objects.filter(session__stage=stage).select_related("session__stage__event"):
        stored = {_key(scale): scale for scale in board.scales.all()}
        follow = {_key(scale): scale for scale in scales_from(board)} if stored else {}
        for key in sorted({*stored, *follow}):
            if (told := _told(stored.get(key))) != (follows := _told(follow.get(key))):
                yield f"scale {key} of board {board.number}: is {told}, and follows as {follows}"


def _key(scale: Scale) -> tuple[int, int, str]:
    return scale.field, scale.group, scale.line


def _told(scale: Scale | None) -> Mapping[str, object]:
    return {column: getattr(scale, column) for column in _COUNTED} if scale else {}


def _standings_that_differ(stage: Stage) -> Iterator[str]:
    for audience, follows in standings_of(stage).items():
        of_these = stage.snapshots.filter(audience=audience, awards_revision=stage.awards_revision)
        last = of_these.order_by("number").last()
        if last and last.standings != follows:
            yield f"standings {last.number} for the {audience}: are not those that follow"
