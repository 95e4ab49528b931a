"""Results that came after their round, as after an outage, and on which both sides of their
table agree."""

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from games.fields import Outcome
from tournaments.models import Entry, Play, Section, Session
from tournaments.queries.results.play_state import active_entries, entries_to_review


class LateResultFilter(StrEnum):
    """All late results on which both sides agree, or those that phones say were said in time."""

    ALL = "all"
    IN_TIME = "in_time"


class LateResult(NamedTuple):
    """What all sides said of a play; `entered_in_time` where each of them had before the round
    ended.

    That is the word of their phones, by their own clocks: it puts a result first, and never makes
    it count.
    """

    play: Play
    outcome: Outcome
    entered_in_time: bool


def agreed_late_results(
    session: Session, sections: QuerySet[Section], which: LateResultFilter = LateResultFilter.ALL
) -> list[LateResult]:
    """The plays of some sections that wait for the director for nothing but that they are late.

    What was said in time stands first.

    What one device alone said for all sides he looks at by itself.
    """
    here = Play.objects.filter(board__session=session, seating__round__section__in=sections)
    late = Entry.objects.filter(play=OuterRef("pk"), late=True)
    plays = here.filter(Exists(late), revision__gt=0).prefetch_related("entries")
    plays = plays.select_related("board", "seating__table__section", "seating__round")
    lines = set(session.stage.event.game.lines)
    found = sorted(
        _alike(plays.order_by("board__number", "pk"), lines),
        key=lambda late: not late.entered_in_time,
    )
    return [late for late in found if late.entered_in_time or which == LateResultFilter.ALL]


def _alike(plays: Collection[Play], lines: set[str]) -> Iterator[LateResult]:
    for play in plays:
        said: list[Entry] = active_entries(list(play.entries.all()))
        decided = any(entry.kind != Entry.Kind.TABLE for entry in said)
        differ = any(entry.outcome != said[0].outcome or entry.contradicted for entry in said)
        both = {entry.side for entry in said} == lines and len({entry.device for entry in said}) > 1
        if entries_to_review(said) and not decided and not differ and both:
            yield LateResult(play, said[0].outcome, _in_time(play, said))


def _in_time(play: Play, said: Collection[Entry]) -> bool:
    ended = play.seating.round.ended_at
    return ended is not None and all(
        entry.entered_at and entry.entered_at < ended for entry in said
    )
