"""Find late results on which all sides agree, as there are after an outage."""

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from games.fields import Outcome
from tournaments.models import Entry, Play, Section, Session
from tournaments.queries.results.play_state import active_entries, entries_to_review


class LateResultFilter(StrEnum):
    """Which late results to accept: all late results, or those that phones entered in time."""

    ALL = "all"
    IN_TIME = "in_time"


class LateResult(NamedTuple):
    """The outcome that all sides entered late for a play.

    `entered_in_time` means that, by the phones' own clocks, every side entered it before the round
    ended. It only affects the order of the list: a phone's clock never makes a result count.
    """

    play: Play
    outcome: Outcome
    entered_in_time: bool


def agreed_late_results(
    session: Session,
    sections: QuerySet[Section],
    result_filter: LateResultFilter = LateResultFilter.ALL,
) -> list[LateResult]:
    """Return the plays that wait for the director only because their results are late.

    Results entered in time come first. A result that one device alone entered for all sides is not
    included: the director reviews it by itself.
    """
    plays_of_session = Play.objects.filter(
        board__session=session, seating__round__section__in=sections
    )
    late_entries = Entry.objects.filter(play=OuterRef("pk"), late=True)
    plays = plays_of_session.filter(Exists(late_entries), revision__gt=0).prefetch_related(
        "entries"
    )
    plays = plays.select_related("board", "seating__table__section", "seating__round")
    lines = set(session.stage.event.game.lines)
    results = sorted(
        _agreed_results(plays.order_by("board__number", "pk"), lines),
        key=lambda result: not result.entered_in_time,
    )
    return [
        result
        for result in results
        if result.entered_in_time or result_filter == LateResultFilter.ALL
    ]


def _agreed_results(plays: Collection[Play], lines: set[str]) -> Iterator[LateResult]:
    for play in plays:
        entries: list[Entry] = active_entries(list(play.entries.all()))
        has_decision = any(entry.kind != Entry.Kind.TABLE for entry in entries)
        is_disputed = any(
            entry.outcome != entries[0].outcome or entry.contradicted for entry in entries
        )
        has_all_sides = {entry.side for entry in entries} == lines and len(
            {entry.device for entry in entries}
        ) > 1
        if entries_to_review(entries) and not has_decision and not is_disputed and has_all_sides:
            yield LateResult(play, entries[0].outcome, _was_entered_in_time(play, entries))


def _was_entered_in_time(play: Play, entries: Collection[Entry]) -> bool:
    ended = play.seating.round.ended_at
    return ended is not None and all(
        entry.entered_at and entry.entered_at < ended for entry in entries
    )
