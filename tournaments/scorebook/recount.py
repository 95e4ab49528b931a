"""Rows to scoring to rows, all over again: what is derived is worked out of the entries and compared."""

from collections.abc import Iterator, Mapping
from copy import copy

from django.db import transaction

from tournaments.models import Board, Event, Play, Scale, Stage
from tournaments.queries.settlement import SETTLED, settle_play
from tournaments.scorebook.counting import count_behind, scales_from
from tournaments.scorebook.snapshots import forget_snapshots, standings_of, take_snapshot

_COLUMNS = tuple("entry_id" if column == "entry" else column for column in SETTLED)
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
    """Make all that is derived anew from the entries; who speaks meanwhile has settled his play himself."""
    with transaction.atomic():
        for stage in event.stages.all():
            boards = Board.objects.select_for_update(of=("self",)).filter(session__stage=stage)
            list(boards.order_by("session_id", "number"))  # locked, as for counting
            for play, follows in _settled(stage):
                if _differing(play, follows):
                    Play.objects.filter(pk=play.pk, revision=play.revision).update(**follows)
            Scale.objects.filter(board__session__stage=stage).delete()
            Play.objects.filter(board__session__stage=stage).update(counted=None, scored_revision=0)
            count_behind(stage)
            forget_snapshots(stage)
            take_snapshot(stage.pk)


def _settled(stage: Stage) -> Iterator[tuple[Play, Mapping[str, object]]]:
    """Each play of a stage as it is stored, and its columns as they follow from its entries.

    What is said after a play was read is left out: it is of a later revision.
    """
    stored = Play.objects.filter(board__session__stage=stage).select_related("board__session__stage__event")
    for play in stored.prefetch_related("entries").order_by("pk"):
        follows = copy(play)
        said = [entry for entry in play.entries.all() if entry.revision <= play.revision]
        settle_play(follows, said, stage.event.game)
        yield play, {column: getattr(follows, column) for column in _COLUMNS}


def _differing(play: Play, follows: Mapping[str, object]) -> list[str]:
    return [column for column, value in follows.items() if getattr(play, column) != value]


def _plays_that_differ(stage: Stage) -> Iterator[str]:
    for play, follows in _settled(stage):
        for column in _differing(play, follows):
            told = getattr(play, column)
            yield f"play {play.pk}: {column} is {told!r}, and follows as {follows[column]!r}"
        if play.revision == play.scored_revision and play.counted not in (None, follows["made"]):
            yield f"play {play.pk}: {play.counted!r} was counted, and {follows['made']!r} follows"


def _scales_that_differ(stage: Stage) -> Iterator[str]:
    boards = Board.objects.select_for_update(of=("self",)).filter(session__stage=stage)
    for board in boards.select_related("session__stage__event").order_by("session_id", "number"):
        stored = {_key(scale): scale for scale in board.scales.all()}
        follow = {_key(scale): scale for scale in scales_from(board)}
        if stored and board.plays.filter(counted=None).exists():
            yield f"board {board.number}: a play is not counted, and its scales are there"
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
