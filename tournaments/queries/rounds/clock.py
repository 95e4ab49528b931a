"""Compute the clocks of rounds and sections."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Break, ClockPause, Round, Section, Session, Table, TimeExtension
from tournaments.queries.rounds.club_pace import session_minutes_per_board

# Phases of a clock: the break before a round, the round, its time is up, paused.
BREAK, RUNNING, OVER, PAUSED = "break", "running", "over", "paused"

_NONE, _MINUTE, _SECOND = timedelta(0), timedelta(minutes=1), timedelta(seconds=1)


@dataclass(frozen=True)
class RoundTime:
    """The facts from which a round's clock is computed.

    `since` is when the round started or, with a break before it, when the previous one ended.
    `started_at` is None before the start. `duration` is that of the round itself, `break_length`
    that of the break. `extensions` are (moment, length), negative where time was taken away.
    `pauses` are (from, until); `until` is None while the clock is paused.
    """

    since: datetime
    started_at: datetime | None
    duration: timedelta
    break_length: timedelta = _NONE
    extensions: tuple[tuple[datetime, timedelta], ...] = ()
    pauses: tuple[tuple[datetime, datetime | None], ...] = ()


@dataclass(frozen=True)
class Clock:
    """A clock at a moment: its phase ends at `until`, or it is paused with `paused_left` left.

    `duration` includes extensions. Two clocks are equal, with equal `repr`, as long as nobody
    changes them and no phase ends.
    """

    phase: str
    until: datetime | None
    paused_left: timedelta | None
    now: datetime = field(repr=False, compare=False)
    duration: timedelta = field(default=_NONE, repr=False, compare=False)

    @property
    def elapsed_share(self) -> float:
        """The share of the time that has passed, from 0 to 1; 0 if the length is not known."""
        return min(1.0, max(0.0, 1 - self.time_left / self.duration)) if self.duration else 0.0

    @property
    def time_left(self) -> timedelta:
        """The time left; negative once the time is up."""
        if self.until is None:
            return self.paused_left or _NONE
        return self.until - self.now

    @property
    def minutes(self) -> int:
        """The minutes left, rounded up; 0 once the time is up."""
        return max(0, -(-self.time_left // _MINUTE))

    @property
    def minutes_left(self) -> int:
        """The minutes left, rounded to the nearest, and at least 1."""
        return max(1, round(self.time_left / _MINUTE))

    @property
    def minutes_overtime(self) -> int:
        """The minutes since the time was up, rounded to the nearest."""
        return max(0, round(-self.time_left / _MINUTE))

    @property
    def seconds(self) -> int:
        """The seconds left, rounded up; negative once the time is up."""
        return -(-self.time_left // _SECOND)

    @property
    def digits(self) -> str:
        """The time left as minutes and seconds, `12:04`; overtime as `+3:10`."""
        minutes, seconds = divmod(abs(self.seconds), 60)
        return f"{'+' if self.seconds < 0 else ''}{minutes}:{seconds:02}"


def compute_clock(time: RoundTime, now: datetime) -> Clock | None:
    """Return the clock at `now`; None if no round is played and no break is in progress."""
    starts, extension = _break_of(time, now)
    in_break = now < starts
    if time.started_at is None and not in_break:
        return None
    duration = time.break_length if in_break else time.duration + extension
    end = starts if in_break else starts + duration + _paused_for(time, starts, now)
    if any(at <= now and (until is None or now < until) for at, until in time.pauses):
        return Clock(PAUSED, None, end - now, now, duration)
    if in_break:
        return Clock(BREAK, end, None, now, duration)
    return Clock(RUNNING if now < end else OVER, end, None, now, duration)


def time_played(time: RoundTime, now: datetime) -> timedelta:
    """Return how long the round has been played by `now`, without pauses.

    The result is negative during the break before it.
    """
    starts, _extension = _break_of(time, now)
    return now - starts - _paused_for(time, starts, now)


def _break_of(time: RoundTime, now: datetime) -> tuple[datetime, timedelta]:
    """Return the end of the break before the round, and the round's extensions by `now`.

    Extensions and pauses during the break move its end.
    """
    starts, extension = time.since + time.break_length, _NONE
    for at, length, is_pause in sorted(_shifts(time, now)):
        if at < starts:
            starts += length
        elif not is_pause:
            extension += length
    return max(starts, time.started_at or starts), extension


def _shifts(time: RoundTime, now: datetime) -> Iterator[tuple[datetime, timedelta, bool]]:
    """Yield what has moved the end by `now`: moment, length, and whether it was a pause.

    Extensions given before `since` belong to a start that was undone.
    """
    yield from ((at, length, False) for at, length in time.extensions if time.since <= at <= now)
    for at, until in time.pauses:
        from_ = max(at, time.since)
        yield from_, max(_NONE, min(until or now, now) - from_), True


def _paused_for(time: RoundTime, start: datetime, now: datetime) -> timedelta:
    """Return how long the clock was paused since the end of the break."""
    durations = (min(until or now, now) - max(at, start) for at, until in time.pauses)
    return sum((max(_NONE, duration) for duration in durations), _NONE)


# Phases of a section without a clock: before round 1, before a round to be drawn, at the end.
CLOCKLESS = NOT_STARTED, BETWEEN_ROUNDS, ENDED = "to begin", "between", "ended"


@dataclass(frozen=True)
class TableClock:
    """The clock of a table that has an extension of its own."""

    table: Table
    clock: Clock


@dataclass(frozen=True)
class SectionClock:
    """The clock of a section in its current or last round; `round` is 0 before the first.

    `tables` are the tables with an extension of their own, by number.
    """

    section: Section
    round: int
    phase: str
    clock: Clock | None
    tables: tuple[TableClock, ...] = ()


@dataclass(frozen=True)
class ClockFacts:
    """The facts behind the clocks of some sections of a session, by ids.

    `duration` is that of a round with all its boards; each board left out subtracts
    `time_per_board`. `ended_at` is by section and round number.
    """

    duration: timedelta
    time_per_board: timedelta
    breaks: Mapping[int, timedelta]
    ended_at: Mapping[tuple[int, int], datetime]
    extensions: Mapping[int, Sequence[TimeExtension]]
    pauses: Mapping[int, Sequence[ClockPause]]

    def time_of(self, round_: Round, table: int | None = None) -> RoundTime:
        """Return the facts of a started round, at a table if one is given."""
        since, break_length = round_.started_at or timezone.now(), timedelta(0)
        before = self.ended_at.get((round_.section_id, round_.number - 1))
        if before and round_.number - 1 in self.breaks:
            since, break_length = before, self.breaks[round_.number - 1]
        extensions = tuple(
            (extension.at, timedelta(seconds=extension.seconds))
            for extension in self.extensions.get(round_.pk, ())
            if extension.to_table_id in (None, table)
        )
        duration = self._duration(round_.section, round_.number)
        return RoundTime(
            since,
            round_.started_at,
            duration,
            break_length,
            extensions,
            self._pauses(round_.section_id),
        )

    def time_after(self, ended: Round) -> RoundTime:
        """Return the facts of the break after a round, before the next round starts."""
        break_length = self.breaks.get(ended.number, timedelta(0))
        since = ended.ended_at or timezone.now()
        duration = self._duration(ended.section, ended.number + 1)
        return RoundTime(since, None, duration, break_length, pauses=self._pauses(ended.section_id))

    def _duration(self, section: Section, number: int) -> timedelta:
        return self.duration - section.boards_left_out_in(number) * self.time_per_board

    def _pauses(self, section: int) -> tuple[tuple[datetime, datetime | None], ...]:
        return tuple((pause.at, pause.until) for pause in self.pauses.get(section, ()))


def round_length(session: Session) -> timedelta:
    """Return the planned length of a round: as set, else by boards at the club's pace."""
    return _planned_durations(session)[0]


def _planned_durations(session: Session) -> tuple[timedelta, timedelta]:
    """Return the length of a round with all its boards, and the time that one board takes.

    The second is 0 if the minutes of a round were set.
    """
    if session.minutes_per_round:
        return timedelta(minutes=session.minutes_per_round), timedelta(0)
    per_board = timedelta(minutes=float(session_minutes_per_board(session)))
    return session.boards_per_round * per_board, per_board


def round_clock(
    round_: Round, table: Table | None = None, now: datetime | None = None
) -> Clock | None:
    """Return the clock of a round in progress; None before its start and after its end."""
    if not round_.is_playing:
        return None
    facts = read_clock_facts(round_.section.session, [round_.section_id], [round_])
    return compute_clock(facts.time_of(round_, table.pk if table else None), now or timezone.now())


class ClockBasis(NamedTuple):
    """Sections of a session, their started rounds by section, and the facts of their clocks."""

    sections: Sequence[Section]
    started_rounds: Mapping[int, Sequence[Round]]
    facts: ClockFacts


def read_clock_basis(session: Session, sections: QuerySet[Section]) -> ClockBasis:
    """Read what the clocks and the outlook of these sections need.

    The number of queries does not depend on the number of sections.
    """
    ordered = list(sections.filter(session=session).order_by("number"))
    for section in ordered:
        section.session = session  # with its event, loaded once
    rounds_by_section = started_rounds(section.pk for section in ordered)
    rounds = [round_ for section_rounds in rounds_by_section.values() for round_ in section_rounds]
    facts = read_clock_facts(session, [section.pk for section in ordered], rounds)
    return ClockBasis(ordered, rounds_by_section, facts)


def read_clocks(
    session: Session,
    sections: QuerySet[Section],
    now: datetime | None = None,
    basis: ClockBasis | None = None,
) -> tuple[SectionClock, ...]:
    """Return the clocks of these sections by number; `basis` is theirs if it was read already."""
    ordered, rounds_by_section, facts = basis or read_clock_basis(session, sections)
    return tuple(
        _section_clock(section, rounds_by_section[section.pk], facts, now or timezone.now())
        for section in ordered
    )


def started_rounds(sections: Iterable[int]) -> Mapping[int, list[Round]]:
    """Return the started rounds of some sections, by section and in order."""
    by_section: dict[int, list[Round]] = defaultdict(list)
    rounds = Round.objects.filter(section__in=list(sections)).exclude(started_at=None)
    for round_ in rounds.select_related("section").order_by("number"):
        by_section[round_.section_id].append(round_)
    return by_section


def read_clock_facts(
    session: Session, sections: Sequence[int], rounds: Sequence[Round]
) -> ClockFacts:
    """Read the breaks, extensions and pauses for these rounds of these sections."""
    planned = Break.objects.filter(session=session)
    breaks = {break_.after_round: timedelta(minutes=break_.minutes) for break_ in planned}
    in_progress = [round_.pk for round_ in rounds if round_.is_playing]
    extensions, pauses = defaultdict(list), defaultdict(list)
    for time in TimeExtension.objects.filter(round__in=in_progress):
        extensions[time.round_id].append(time)
    for pause in ClockPause.objects.filter(section__in=sections):
        pauses[pause.section_id].append(pause)
    duration, per_board = _planned_durations(session)
    return ClockFacts(
        duration, per_board, breaks, _end_times(sections) if breaks else {}, extensions, pauses
    )


def _end_times(sections: Sequence[int]) -> dict[tuple[int, int], datetime]:
    ended_rounds = Round.objects.filter(section__in=sections).exclude(ended_at=None)
    return {
        (section, number): ended_at  # type: ignore[misc]  # the query excludes None
        for section, number, ended_at in ended_rounds.values_list(
            "section_id", "number", "ended_at"
        )
    }


def _section_clock(
    section: Section, started: Sequence[Round], facts: ClockFacts, now: datetime
) -> SectionClock:
    current = next((round_ for round_ in started if round_.is_playing), None)
    if current:
        clock = compute_clock(facts.time_of(current), now)
        phase = clock.phase if clock else BETWEEN_ROUNDS
        return SectionClock(
            section, current.number, phase, clock, _table_clocks(current, facts, now)
        )
    if not started:
        return SectionClock(section, 0, NOT_STARTED, None)
    last = started[-1]
    if section.session.is_over or last.number >= section.rounds_to_play:
        return SectionClock(section, last.number, ENDED, None)
    clock = compute_clock(facts.time_after(last), now)
    return SectionClock(section, last.number, clock.phase if clock else BETWEEN_ROUNDS, clock)


def _table_clocks(round_: Round, facts: ClockFacts, now: datetime) -> tuple[TableClock, ...]:
    """Return the clocks of the tables that have an extension of their own in the round."""
    extended_tables = {
        extension.to_table_id
        for extension in facts.extensions.get(round_.pk, ())
        if extension.to_table_id
    }
    tables = (
        Table.objects.filter(pk__in=extended_tables).select_related("section").order_by("number")
    )
    clocks = (
        (table, compute_clock(facts.time_of(round_, table.pk), now))
        for table in tables
        if extended_tables
    )
    return tuple(TableClock(table, clock) for table, clock in clocks if clock)


# How long after its time a table may still play before it is reported as late.
LATE_TABLE_GRACE = timedelta(minutes=3)


def time_over_since(section: SectionClock | None, table: Table) -> datetime | None:
    """Return when the table's time was up; None unless that is `LATE_TABLE_GRACE` ago.

    A table's own extensions count.
    """
    if section is None:
        return None
    table_time = next(
        (table_clock.clock for table_clock in section.tables if table_clock.table == table),
        section.clock,
    )
    late = (
        table_time is not None
        and table_time.phase == OVER
        and -table_time.time_left >= LATE_TABLE_GRACE
    )
    return table_time.until if table_time and late else None
