"""The pace of a room: how long each round took beside what was planned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from tournaments.models import Round, Session
from tournaments.queries.rounds.clock import (
    RoundTime,
    read_clock_facts,
    started_rounds,
    time_played,
)

_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class RoundPace:
    """A round that is over: its number, when it began, and minutes: those it `took`, and was
    planned to take.

    Breaks and pauses are in neither.
    """

    number: int
    began: datetime
    took: int
    planned: int


@dataclass(frozen=True)
class SectionPace:
    """The rounds of a section that are over, one at least; `name` is blank where it is the only
    section."""

    name: str
    rounds: Sequence[RoundPace]

    @property
    def bars(self) -> Iterator[tuple[RoundPace, float, float]]:
        """Each round with what it took and was planned to take, in percent of the longest of all
        these."""
        longest = max(1, *(max(each.took, each.planned) for each in self.rounds))
        for each in self.rounds:
            yield each, 100 * each.took / longest, 100 * each.planned / longest


def section_paces(session: Session) -> list[SectionPace]:
    """The pace of each section in which a round is over; of none whose results are typed up in a
    moment."""
    sections = list(session.sections.order_by("number"))
    names = {each.pk: each.name if len(sections) > 1 else "" for each in sections}
    begun = started_rounds(names)
    ended = [each for section in sections for each in begun[section.pk] if each.ended_at]
    facts = read_clock_facts(session, list(names), ended)
    paces = ((each.section_id, _pace(each, facts.time_of(each))) for each in ended)
    found = (
        SectionPace(names[section], [pace for _section, pace in rounds])
        for section, rounds in groupby(paces, key=lambda each: each[0])
    )
    return [section for section in found if any(each.took for each in section.rounds)]


def _pace(ended: Round, time: RoundTime) -> RoundPace:
    took = time_played(time, ended.ended_at or time.since)
    return RoundPace(
        ended.number,
        time.started_at or time.since,
        round(max(took, timedelta(0)) / _MINUTE),
        round(time.lasts / _MINUTE),
    )
