"""Compute clocks: a break counts down, then the round, then overtime counts up.

Extensions prolong the break or round in which they are given; pauses move its end.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Break, ClockPause, Round, Section, Session, Table, TimeExtension
from tournaments.queries.rounds.club_pace import session_minutes_per_board

# The phases of a clock: the break before a round, the round, the time after its end, and paused.
BREAK, RUNNING, OVERTIME, PAUSED = "break", "running", "over", "paused"

_ZERO, _MINUTE, _SECOND = timedelta(0), timedelta(minutes=1), timedelta(seconds=1)


@dataclass(frozen=True)
class RoundClockFacts:
    """The facts from which a round's clock is computed.

    `clock_start` is when the round started or, with a break before the round, when the previous
    round ended. `started_at` is None before the start. `duration` is the length of the round
    itself, without the break. `extensions` are pairs of moment and length; the length is negative
    if time was taken away. `pauses` are pairs of start and end; the end is None while the clock is
    paused.
    """

    clock_start: datetime
    started_at: datetime | None
    duration: timedelta
    break_duration: timedelta = _ZERO
    extensions: tuple[tuple[datetime, timedelta], ...] = ()
    pauses: tuple[tuple[datetime, datetime | None], ...] = ()


@dataclass(frozen=True)
class Clock:
    """A clock at a moment.

    `until` is when the break or the round ends; in the phase `OVERTIME` it is in the past. It is
    None while the clock is paused: then `paused_left` is the time left. `duration` includes
    extensions.

    Pages that poll compare clocks. Therefore `now` is left out of the comparison and of the `repr`:
    two clocks are equal as long as only time has passed.
    """

    phase: str
    until: datetime | None
    paused_left: timedelta | None
    now: datetime = field(repr=False, compare=False)
    duration: timedelta = field(default=_ZERO, repr=False, compare=False)

    @property
    def elapsed_share(self) -> float:
        """The share of the time that has passed, from 0 to 1; 0 if the length is not known."""
        return min(1.0, max(0.0, 1 - self.time_left / self.duration)) if self.duration else 0.0

    @property
    def time_left(self) -> timedelta:
        """The time left; negative once the time is up."""
        if self.until is None:
            return self.paused_left or _ZERO
        return self.until - self.now

    @property
    def minutes_left_rounded_up(self) -> int:
        """The minutes left, rounded up; 0 once the time is up."""
        return max(0, -(-self.time_left // _MINUTE))

    @property
    def minutes_left_rounded(self) -> int:
        """The minutes left, rounded to the nearest, and at least 1."""
        return max(1, round(self.time_left / _MINUTE))

    @property
    def minutes_overtime(self) -> int:
        """The minutes since the time was up, rounded to the nearest."""
        return max(0, round(-self.time_left / _MINUTE))

    @property
    def seconds_left(self) -> int:
        """The seconds left, rounded up; negative once the time is up."""
        return -(-self.time_left // _SECOND)

    @property
    def time_left_text(self) -> str:
        """The time left as minutes and seconds, `12:04`; overtime as `+3:10`."""
        minutes, seconds = divmod(abs(self.seconds_left), 60)
        return f"{'+' if self.seconds_left < 0 else ''}{minutes}:{seconds:02}"


def compute_clock(round_facts: RoundClockFacts, now: datetime) -> Clock | None:
    """Return the clock at `now`; None if no round is played and no break is in progress.

    Extensions prolong the break or round in which they are given. Pauses move its end.
    """
    break_end, extension = _break_end_and_extension(round_facts, now)
    in_break = now < break_end
    if round_facts.started_at is None and not in_break:
        return None
    duration = round_facts.break_duration if in_break else round_facts.duration + extension
    end = (
        break_end
        if in_break
        else break_end + duration + _pause_duration_since(round_facts, break_end, now)
    )
    if any(
        paused_at <= now and (resumed_at is None or now < resumed_at)
        for paused_at, resumed_at in round_facts.pauses
    ):
        return Clock(PAUSED, None, end - now, now, duration)
    if in_break:
        return Clock(BREAK, end, None, now, duration)
    return Clock(RUNNING if now < end else OVERTIME, end, None, now, duration)


def time_played(round_facts: RoundClockFacts, now: datetime) -> timedelta:
    """Return how long the round has been played by `now`, without pauses.

    The result is negative during the break before it.
    """
    break_end, _extension = _break_end_and_extension(round_facts, now)
    return now - break_end - _pause_duration_since(round_facts, break_end, now)


def _break_end_and_extension(
    round_facts: RoundClockFacts, now: datetime
) -> tuple[datetime, timedelta]:
    """Return the end of the break before the round, and the round's extensions by `now`.

    Extensions and pauses during the break move its end.
    """
    break_end, extension = round_facts.clock_start + round_facts.break_duration, _ZERO
    for at, length, is_pause in sorted(_extensions_and_pauses(round_facts, now)):
        if at < break_end:
            break_end += length
        elif not is_pause:
            extension += length
    return max(break_end, round_facts.started_at or break_end), extension


def _extensions_and_pauses(
    round_facts: RoundClockFacts, now: datetime
) -> Iterator[tuple[datetime, timedelta, bool]]:
    """Yield the extensions and pauses up to `now`: moment, length, and whether it was a pause.

    Extensions given before `clock_start` are left out: they belong to a start that was undone.
    """
    yield from (
        (at, length, False)
        for at, length in round_facts.extensions
        if round_facts.clock_start <= at <= now
    )
    for paused_at, resumed_at in round_facts.pauses:
        pause_start = max(paused_at, round_facts.clock_start)
        yield pause_start, max(_ZERO, min(resumed_at or now, now) - pause_start), True


def _pause_duration_since(
    round_facts: RoundClockFacts, break_end: datetime, now: datetime
) -> timedelta:
    """Return how long the clock was paused since the end of the break."""
    durations = (
        min(resumed_at or now, now) - max(paused_at, break_end)
        for paused_at, resumed_at in round_facts.pauses
    )
    return sum((max(_ZERO, duration) for duration in durations), _ZERO)


# The phases of a section without a clock: before round 1, before a round is drawn, at the end.
PHASES_WITHOUT_CLOCK = NOT_STARTED, BETWEEN_ROUNDS, ENDED = "to begin", "between", "ended"


@dataclass(frozen=True)
class TableClock:
    """The clock of a table that has an extension of its own."""

    table: Table
    clock: Clock


@dataclass(frozen=True)
class SectionClock:
    """The clock of a section in its current or last round; `round_number` is 0 before the first.

    `table_clocks` are those of the tables with an extension of their own, by number.
    """

    section: Section
    round_number: int
    phase: str
    clock: Clock | None
    table_clocks: tuple[TableClock, ...] = ()


@dataclass(frozen=True)
class SessionClockFacts:
    """The facts behind the clocks of some sections of a session.

    `full_round_duration` is that of a round with all its boards; each board left out subtracts
    `time_per_board`.
    """

    full_round_duration: timedelta
    time_per_board: timedelta
    # By the number of the round before the break.
    breaks: Mapping[int, timedelta]
    # By section id and round number.
    ended_at: Mapping[tuple[int, int], datetime]
    # By round id.
    extensions: Mapping[int, Sequence[TimeExtension]]
    # By section id.
    pauses: Mapping[int, Sequence[ClockPause]]

    def round_facts(self, round_: Round, table_id: int | None = None) -> RoundClockFacts:
        """Return the facts of a started round; with the extensions of a table if one is given."""
        clock_start, break_duration = round_.started_at or timezone.now(), timedelta(0)
        previous_ended_at = self.ended_at.get((round_.section_id, round_.number - 1))
        if previous_ended_at and round_.number - 1 in self.breaks:
            clock_start, break_duration = previous_ended_at, self.breaks[round_.number - 1]
        extensions = tuple(
            (extension.at, timedelta(seconds=extension.seconds))
            for extension in self.extensions.get(round_.pk, ())
            if extension.to_table_id in (None, table_id)
        )
        duration = self._round_duration(round_.section, round_.number)
        return RoundClockFacts(
            clock_start,
            round_.started_at,
            duration,
            break_duration,
            extensions,
            self._pauses(round_.section_id),
        )

    def break_facts_after(self, ended_round: Round) -> RoundClockFacts:
        """Return the facts of the break after a round, before the next round starts."""
        break_duration = self.breaks.get(ended_round.number, timedelta(0))
        clock_start = ended_round.ended_at or timezone.now()
        duration = self._round_duration(ended_round.section, ended_round.number + 1)
        return RoundClockFacts(
            clock_start, None, duration, break_duration, pauses=self._pauses(ended_round.section_id)
        )

    def _round_duration(self, section: Section, number: int) -> timedelta:
        return self.full_round_duration - section.boards_left_out_in(number) * self.time_per_board

    def _pauses(self, section_id: int) -> tuple[tuple[datetime, datetime | None], ...]:
        return tuple((pause.at, pause.until) for pause in self.pauses.get(section_id, ()))


def planned_round_duration(session: Session) -> timedelta:
    """Return the planned length of a round: as set, or else at the pace of the club."""
    return _planned_durations(session)[0]


def _planned_durations(session: Session) -> tuple[timedelta, timedelta]:
    """Return the length of a round with all its boards, and the time that one board takes.

    The time for a board is 0 if the minutes of a round were set.
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
    return compute_clock(
        facts.round_facts(round_, table.pk if table else None), now or timezone.now()
    )


class SectionsWithClockFacts(NamedTuple):
    """Sections of a session, their started rounds by section, and the facts of their clocks."""

    sections: Sequence[Section]
    started_rounds: Mapping[int, Sequence[Round]]
    facts: SessionClockFacts


def read_sections_with_clock_facts(
    session: Session, sections: QuerySet[Section]
) -> SectionsWithClockFacts:
    """Read these sections with their started rounds and the facts of their clocks.

    Clocks and the expected end are computed from them. The number of queries does not depend on
    the number of sections.
    """
    ordered_sections = list(sections.filter(session=session).order_by("number"))
    for section in ordered_sections:
        section.session = session  # reused, so that its event is loaded only once
    rounds_by_section = started_rounds_by_section(section.pk for section in ordered_sections)
    rounds = [round_ for section_rounds in rounds_by_section.values() for round_ in section_rounds]
    facts = read_clock_facts(session, [section.pk for section in ordered_sections], rounds)
    return SectionsWithClockFacts(ordered_sections, rounds_by_section, facts)


def read_clocks(
    session: Session,
    sections: QuerySet[Section],
    now: datetime | None = None,
    known_facts: SectionsWithClockFacts | None = None,
) -> tuple[SectionClock, ...]:
    """Return the clocks of these sections, in the order of their numbers.

    `known_facts` are those of the same sections, if they were read before.
    """
    ordered_sections, rounds_by_section, facts = known_facts or read_sections_with_clock_facts(
        session, sections
    )
    return tuple(
        _section_clock(section, rounds_by_section[section.pk], facts, now or timezone.now())
        for section in ordered_sections
    )


def started_rounds_by_section(section_ids: Iterable[int]) -> Mapping[int, list[Round]]:
    """Return the started rounds of some sections, by section id and in the order of numbers."""
    by_section: dict[int, list[Round]] = defaultdict(list)
    rounds = Round.objects.filter(section__in=list(section_ids)).exclude(started_at=None)
    for round_ in rounds.select_related("section").order_by("number"):
        by_section[round_.section_id].append(round_)
    return by_section


def read_clock_facts(
    session: Session, section_ids: Sequence[int], rounds: Sequence[Round]
) -> SessionClockFacts:
    """Read the breaks, extensions and pauses for these rounds of these sections."""
    planned_breaks = Break.objects.filter(session=session)
    breaks = {break_.after_round: timedelta(minutes=break_.minutes) for break_ in planned_breaks}
    in_progress = [round_.pk for round_ in rounds if round_.is_playing]
    extensions, pauses = defaultdict(list), defaultdict(list)
    for extension in TimeExtension.objects.filter(round__in=in_progress):
        extensions[extension.round_id].append(extension)
    for pause in ClockPause.objects.filter(section__in=section_ids):
        pauses[pause.section_id].append(pause)
    duration, per_board = _planned_durations(session)
    return SessionClockFacts(
        duration, per_board, breaks, _end_times(section_ids) if breaks else {}, extensions, pauses
    )


def _end_times(section_ids: Sequence[int]) -> dict[tuple[int, int], datetime]:
    ended_rounds = Round.objects.filter(section__in=section_ids).exclude(ended_at=None)
    return {
        (section_id, number): ended_at  # type: ignore[misc]  # the query excludes None
        for section_id, number, ended_at in ended_rounds.values_list(
            "section_id", "number", "ended_at"
        )
    }


def _section_clock(
    section: Section, started: Sequence[Round], facts: SessionClockFacts, now: datetime
) -> SectionClock:
    """Return the clock of the round in progress, or else of the break after the last round.

    There is no clock before round 1, once the section has played its rounds, and after a round
    without a break.
    """
    current = next((round_ for round_ in started if round_.is_playing), None)
    if current:
        clock = compute_clock(facts.round_facts(current), now)
        phase = clock.phase if clock else BETWEEN_ROUNDS
        return SectionClock(
            section, current.number, phase, clock, _table_clocks(current, facts, now)
        )
    if not started:
        return SectionClock(section, 0, NOT_STARTED, None)
    last = started[-1]
    if section.session.is_over or last.number >= section.rounds_to_play:
        return SectionClock(section, last.number, ENDED, None)
    clock = compute_clock(facts.break_facts_after(last), now)
    return SectionClock(section, last.number, clock.phase if clock else BETWEEN_ROUNDS, clock)


def _table_clocks(round_: Round, facts: SessionClockFacts, now: datetime) -> tuple[TableClock, ...]:
    """Return the clocks of the tables that have an extension of their own in the round."""
    extended_table_ids = {
        extension.to_table_id
        for extension in facts.extensions.get(round_.pk, ())
        if extension.to_table_id
    }
    tables = (
        Table.objects.filter(pk__in=extended_table_ids).select_related("section").order_by("number")
    )
    clocks = (
        (table, compute_clock(facts.round_facts(round_, table.pk), now))
        for table in tables
        if extended_table_ids
    )
    return tuple(TableClock(table, clock) for table, clock in clocks if clock)


# How long a table may still play after its time before it is reported as late.
LATE_TABLE_GRACE = timedelta(minutes=3)


def late_since(section_clock: SectionClock | None, table: Table) -> datetime | None:
    """Return when the table's time was up; None until `LATE_TABLE_GRACE` after that moment.

    Extensions of the table alone count as well.
    """
    if section_clock is None:
        return None
    clock = next(
        (
            table_clock.clock
            for table_clock in section_clock.table_clocks
            if table_clock.table == table
        ),
        section_clock.clock,
    )
    is_late = clock is not None and clock.phase == OVERTIME and -clock.time_left >= LATE_TABLE_GRACE
    return clock.until if clock and is_late else None
