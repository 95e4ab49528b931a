"""Compare how long each round of a session took with what was planned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Round, Session
from tournaments.queries.rounds.clock import (
    RoundClockFacts,
    read_clock_facts,
    started_rounds_by_section,
    time_played,
)
from tournaments.queries.rounds.early_end import early_end

_MINUTE = timedelta(minutes=1)

_AS_PLANNED = Text(_("Every round took as long as planned."))
_ALL_LONGER = _("Every round took %(minutes)s min more than planned.")
_ALL_SHORTER = _("Every round took %(minutes)s min less than planned.")
_LONGER = _("Rounds took from %(least)s to %(most)s min more than planned.")
_SHORTER = _("Rounds took from %(least)s to %(most)s min less than planned.")
_BOTH = _("Rounds took from %(less)s min less to %(more)s min more than planned.")


@dataclass(frozen=True)
class RoundPace:
    """An ended round: its number, its start, and its actual and planned length in minutes.

    Breaks and pauses are not counted.
    """

    number: int
    started_at: datetime
    minutes: int
    planned_minutes: int


@dataclass(frozen=True)
class SectionPace:
    """The ended rounds of a section, at least one; `name` is blank if it is the only section."""

    name: str
    rounds: Sequence[RoundPace]

    @property
    def comparison_text(self) -> Text:
        """A sentence that compares the rounds with what was planned."""
        differences = [pace.minutes - pace.planned_minutes for pace in self.rounds]
        least, most = min(differences), max(differences)
        if least == most == 0:
            return _AS_PLANNED
        if least == most:
            return Text(_ALL_LONGER if most > 0 else _ALL_SHORTER, {"minutes": abs(most)})
        if least >= 0:
            return Text(_LONGER, {"least": least, "most": most})
        if most <= 0:
            return Text(_SHORTER, {"least": -most, "most": -least})
        return Text(_BOTH, {"less": -least, "more": most})

    @property
    def has_one_plan(self) -> bool:
        """Whether every round had the same planned minutes."""
        return len({pace.planned_minutes for pace in self.rounds}) == 1

    @property
    def has_different_bars(self) -> bool:
        """Whether rounds differ in their actual or planned minutes."""
        return len({(pace.minutes, pace.planned_minutes) for pace in self.rounds}) > 1

    @property
    def bars(self) -> Iterator[tuple[RoundPace, float, float]]:
        """Yield each round with its actual and planned minutes in percent of the longest."""
        longest = max(1, *(max(pace.minutes, pace.planned_minutes) for pace in self.rounds))
        for pace in self.rounds:
            yield pace, 100 * pace.minutes / longest, 100 * pace.planned_minutes / longest


def section_paces(session: Session) -> list[SectionPace]:
    """Return the pace of each section with an ended round.

    Rounds without a result when the session was finished are left out.
    Sections whose results were typed in later have no pace and are left out.
    """
    sections = list(session.sections.order_by("number"))
    names = {row.pk: row.name if len(sections) > 1 else "" for row in sections}
    rounds_by_section = started_rounds_by_section(names)
    end = early_end(session)
    unplayed_round_ids = end.unplayed_round_ids if end else frozenset()
    ended_rounds = [
        round_
        for section in sections
        for round_ in rounds_by_section[section.pk]
        if round_.ended_at
        and round_.started_at != round_.ended_at
        and round_.pk not in unplayed_round_ids
    ]
    facts = read_clock_facts(session, list(names), ended_rounds)
    paces = (
        (round_.section_id, _pace(round_, facts.round_facts(round_))) for round_ in ended_rounds
    )
    sections_with_pace = (
        SectionPace(names[section], [pace for _section, pace in rounds])
        for section, rounds in groupby(paces, key=lambda pair: pair[0])
    )
    return [section for section in sections_with_pace if any(row.minutes for row in section.rounds)]


def _pace(round_: Round, clock_facts: RoundClockFacts) -> RoundPace:
    duration = time_played(clock_facts, round_.ended_at or clock_facts.clock_start)
    return RoundPace(
        round_.number,
        clock_facts.started_at or clock_facts.clock_start,
        round(max(duration, timedelta(0)) / _MINUTE),
        round(clock_facts.duration / _MINUTE),
    )
