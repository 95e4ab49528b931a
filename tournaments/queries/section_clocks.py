"""The clocks of sections, read from what is planned, given and paused: one truth for whoever
looks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Break, Pause, Round, Section, Session, Table, TimeGiven
from tournaments.queries.clock import Clock, RoundTime, clock_of
from tournaments.queries.pace import minutes_in

CLOCKLESS = TO_BEGIN, BETWEEN, ENDED = "to begin", "between", "ended"
"""Where a section is while no clock runs: before its first round, before one to be drawn, after
its last."""


@dataclass(frozen=True)
class TableClock:
    """A table that has more time than its section, or less."""

    table: Table
    clock: Clock


@dataclass(frozen=True)
class SectionClock:
    """The clock of a section; `round` is the one it plays, or played last, and 0 before the first.

    `tables` are those with a time of their own, by number.
    """

    section: Section
    round: int
    phase: str
    clock: Clock | None
    tables: tuple[TableClock, ...] = ()


@dataclass(frozen=True)
class ClockFacts:
    """What clocks of some sections of a session follow from, by their rows.

    A round of all its boards `lasts` so long; each board that is left out of it takes `a_board`
    off.
    """

    lasts: timedelta
    a_board: timedelta
    breaks: Mapping[int, timedelta]
    ended: Mapping[tuple[int, int], datetime]
    given: Mapping[int, Sequence[TimeGiven]]
    pauses: Mapping[int, Sequence[Pause]]

    def time_of(self, round_: Round, table: int | None = None) -> RoundTime:
        """That of a round that has begun, at a table where it has a time of its own."""
        since, rest = round_.started_at or timezone.now(), timedelta(0)
        before = self.ended.get((round_.section_id, round_.number - 1))
        if before and round_.number - 1 in self.breaks:
            since, rest = before, self.breaks[round_.number - 1]
        given = tuple(
            (each.at, timedelta(seconds=each.seconds))
            for each in self.given.get(round_.pk, ())
            if each.to_table_id in (None, table)
        )
        lasts = self._lasts(round_.section, round_.number)
        return RoundTime(
            since, round_.started_at, lasts, rest, given, self._pauses(round_.section_id)
        )

    def time_after(self, ended: Round) -> RoundTime:
        """That of the break after a round, while the next one has not begun."""
        rest = self.breaks.get(ended.number, timedelta(0))
        since = ended.ended_at or timezone.now()
        lasts = self._lasts(ended.section, ended.number + 1)
        return RoundTime(since, None, lasts, rest, pauses=self._pauses(ended.section_id))

    def _lasts(self, section: Section, number: int) -> timedelta:
        return self.lasts - section.boards_left_out_in(number) * self.a_board

    def _pauses(self, section: int) -> tuple[tuple[datetime, datetime | None], ...]:
        return tuple((each.at, each.until) for each in self.pauses.get(section, ()))


def minutes_of_round(session: Session) -> timedelta:
    """How long a round of a session has: as was said, else what its boards take at the pace of
    the club."""
    return _minutes_of(session)[0]


def _minutes_of(session: Session) -> tuple[timedelta, timedelta]:
    """How long a round of all its boards has, and how much each one left out takes off."""
    if session.minutes_per_round:
        return timedelta(minutes=session.minutes_per_round), timedelta(0)
    a_board = timedelta(minutes=float(minutes_in(session)))
    return session.boards_per_round * a_board, a_board


def clock(round_: Round, table: Table | None = None, now: datetime | None = None) -> Clock | None:
    """The clock of a round that is being played; None before it begins and once it has ended."""
    if not round_.is_playing:
        return None
    facts = read_facts(round_.section.session, [round_.section_id], [round_])
    return clock_of(facts.time_of(round_, table.pk if table else None), now or timezone.now())


def read_clocks(
    session: Session, sections: QuerySet[Section], now: datetime | None = None
) -> tuple[SectionClock, ...]:
    """The clocks of these sections of a session by number, in a fixed number of queries."""
    here = list(sections.filter(session=session).order_by("number"))
    for section in here:
        section.session = session  # with its event, so that it is read once
    begun = begun_rounds(section.pk for section in here)
    facts = read_facts(
        session,
        [section.pk for section in here],
        [each for rounds in begun.values() for each in rounds],
    )
    return tuple(_clock_in(each, begun[each.pk], facts, now or timezone.now()) for each in here)


def begun_rounds(sections: Iterable[int]) -> Mapping[int, list[Round]]:
    """The rounds that have begun in some sections, by section and in order."""
    found: dict[int, list[Round]] = defaultdict(list)
    begun = Round.objects.filter(section__in=list(sections)).exclude(started_at=None)
    for each in begun.select_related("section").order_by("number"):
        found[each.section_id].append(each)
    return found


def read_facts(session: Session, sections: Sequence[int], rounds: Sequence[Round]) -> ClockFacts:
    """What is planned, given and paused for these rounds of these sections."""
    planned = Break.objects.filter(session=session)
    breaks = {each.after_round: timedelta(minutes=each.minutes) for each in planned}
    playing = [each.pk for each in rounds if each.is_playing]
    given, pauses = defaultdict(list), defaultdict(list)
    for time in TimeGiven.objects.filter(round__in=playing):
        given[time.round_id].append(time)
    for pause in Pause.objects.filter(section__in=sections):
        pauses[pause.section_id].append(pause)
    lasts, a_board = _minutes_of(session)
    return ClockFacts(lasts, a_board, breaks, _ended(sections) if breaks else {}, given, pauses)


def _ended(sections: Sequence[int]) -> dict[tuple[int, int], datetime]:
    over = Round.objects.filter(section__in=sections).exclude(ended_at=None)
    return {
        (section, number): at  # type: ignore[misc]
        for section, number, at in over.values_list("section_id", "number", "ended_at")
    }


def _clock_in(
    section: Section, begun: Sequence[Round], facts: ClockFacts, now: datetime
) -> SectionClock:
    playing = next((each for each in begun if each.is_playing), None)
    if playing:
        shown = clock_of(facts.time_of(playing), now)
        phase = shown.phase if shown else BETWEEN
        return SectionClock(section, playing.number, phase, shown, _tables(playing, facts, now))
    if not begun:
        return SectionClock(section, 0, TO_BEGIN, None)
    last = begun[-1]
    if section.session.is_over or last.number >= section.rounds_to_play:
        return SectionClock(section, last.number, ENDED, None)
    shown = clock_of(facts.time_after(last), now)
    return SectionClock(section, last.number, shown.phase if shown else BETWEEN, shown)


def _tables(playing: Round, facts: ClockFacts, now: datetime) -> tuple[TableClock, ...]:
    """Those with a time of their own in the round."""
    has_own = {each.to_table_id for each in facts.given.get(playing.pk, ()) if each.to_table_id}
    tables = Table.objects.filter(pk__in=has_own).select_related("section").order_by("number")
    shown = (
        (table, clock_of(facts.time_of(playing, table.pk), now)) for table in tables if has_own
    )
    return tuple(TableClock(table, at) for table, at in shown if at)
