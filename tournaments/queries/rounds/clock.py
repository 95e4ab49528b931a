"""The clocks of rounds and sections: what they follow from, how long is left, and whose time is
over."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Break, ClockPause, Round, Section, Session, Table, TimeExtension
from tournaments.queries.rounds.club_pace import session_minutes_per_board

BREAK, RUNNING, OVER, PAUSED = "break", "running", "over", "paused"
"""What a clock shows: a break before the round, its time, that this is over, or that it stands."""

_NONE, _MINUTE, _SECOND = timedelta(0), timedelta(minutes=1), timedelta(seconds=1)


@dataclass(frozen=True)
class RoundTime:
    """What a clock follows from.

    `since` is when the round began, or where a break is planned before it, when the one before it
    ended; `started_at` is None where it has not begun. `rest` is how long that break is and `lasts`
    the time of the round itself. `given` are moments with what was given, or taken, at each;
    `pauses` are moments with when the clock went on, None where it still stands.
    """

    since: datetime
    started_at: datetime | None
    lasts: timedelta
    rest: timedelta = _NONE
    given: tuple[tuple[datetime, timedelta], ...] = ()
    pauses: tuple[tuple[datetime, datetime | None], ...] = ()


@dataclass(frozen=True)
class Clock:
    """What is shown: the break or the round ends at `until`, or stands with so much left.

    `lasts` is the whole of it, with what was given. Two clocks are the same, and told alike, as
    long as nobody does anything and no phase ends.
    """

    phase: str
    until: datetime | None
    paused_left: timedelta | None
    now: datetime = field(repr=False, compare=False)
    lasts: timedelta = field(default=_NONE, repr=False, compare=False)

    @property
    def elapsed_share(self) -> float:
        """How much of the time is over, from 0 to 1; 0 where nobody knows how long it lasts."""
        return min(1.0, max(0.0, 1 - self.left / self.lasts)) if self.lasts else 0.0

    @property
    def left(self) -> timedelta:
        """The time left; negative once it is over."""
        if self.until is None:
            return self.paused_left or _NONE
        return self.until - self.now

    @property
    def minutes(self) -> int:
        """The whole minutes left, of which the last has begun: 0 once the time is over."""
        return max(0, -(-self.left // _MINUTE))

    @property
    def minutes_left(self) -> int:
        """The minutes left, rounded to the nearest, and at least 1."""
        return max(1, round(self.left / _MINUTE))

    @property
    def minutes_overtime(self) -> int:
        """How many minutes the time has been over, rounded to the nearest."""
        return max(0, round(-self.left / _MINUTE))

    @property
    def seconds(self) -> int:
        """The whole seconds left; negative once the time is over."""
        return -(-self.left // _SECOND)

    @property
    def digits(self) -> str:
        """The time left as minutes and seconds, `12:04`; `+3:10` once it has been over for that."""
        minutes, seconds = divmod(abs(self.seconds), 60)
        return f"{'+' if self.seconds < 0 else ''}{minutes}:{seconds:02}"


def compute_clock(time: RoundTime, now: datetime) -> Clock | None:
    """What the clock shows at `now`; None where no round is played and no break goes on."""
    begins, given = _break_of(time, now)
    rests = now < begins
    if time.started_at is None and not rests:
        return None
    lasts = time.rest if rests else time.lasts + given
    end = begins if rests else begins + lasts + _stood(time, begins, now)
    if any(at <= now and (until is None or now < until) for at, until in time.pauses):
        return Clock(PAUSED, None, end - now, now, lasts)
    if rests:
        return Clock(BREAK, end, None, now, lasts)
    return Clock(RUNNING if now < end else OVER, end, None, now, lasts)


def time_played(time: RoundTime, now: datetime) -> timedelta:
    """How long the round has been played by `now`, without pauses; negative while its break goes
    on."""
    begins, _given = _break_of(time, now)
    return now - begins - _stood(time, begins, now)


def _break_of(time: RoundTime, now: datetime) -> tuple[datetime, timedelta]:
    """When the break before the round is over, and what was given to the round itself by `now`.

    What was given, or stood, while it lasted moves its end.
    """
    begins, given = time.since + time.rest, _NONE
    for at, length, stands in sorted(_moved(time, now)):
        if at < begins:
            begins += length
        elif not stands:
            given += length
    return max(begins, time.started_at or begins), given


def _moved(time: RoundTime, now: datetime) -> Iterator[tuple[datetime, timedelta, bool]]:
    """What has moved the end by `now`: when, by how much, and whether because the clock stood.

    What was given before it began, because somebody began it too early, is not this round's.
    """
    yield from ((at, length, False) for at, length in time.given if time.since <= at <= now)
    for at, until in time.pauses:
        from_ = max(at, time.since)
        yield from_, max(_NONE, min(until or now, now) - from_), True


def _stood(time: RoundTime, begins: datetime, now: datetime) -> timedelta:
    """How long the clock has stood since the round's own time began."""
    lasted = (min(until or now, now) - max(at, begins) for at, until in time.pauses)
    return sum((max(_NONE, each) for each in lasted), _NONE)


CLOCKLESS = NOT_STARTED, BETWEEN_ROUNDS, ENDED = "to begin", "between", "ended"
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

    A round of all its boards `lasts` so long; each board that is left out of it takes `per_board`
    off.
    """

    lasts: timedelta
    per_board: timedelta
    breaks: Mapping[int, timedelta]
    ended: Mapping[tuple[int, int], datetime]
    given: Mapping[int, Sequence[TimeExtension]]
    pauses: Mapping[int, Sequence[ClockPause]]

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
        return self.lasts - section.boards_left_out_in(number) * self.per_board

    def _pauses(self, section: int) -> tuple[tuple[datetime, datetime | None], ...]:
        return tuple((each.at, each.until) for each in self.pauses.get(section, ()))


def round_length(session: Session) -> timedelta:
    """How long a round of a session has: as was said, else what its boards take at the pace of
    the club."""
    return _minutes_of(session)[0]


def _minutes_of(session: Session) -> tuple[timedelta, timedelta]:
    """How long a round of all its boards has, and how much each one left out takes off."""
    if session.minutes_per_round:
        return timedelta(minutes=session.minutes_per_round), timedelta(0)
    per_board = timedelta(minutes=float(session_minutes_per_board(session)))
    return session.boards_per_round * per_board, per_board


def round_clock(
    round_: Round, table: Table | None = None, now: datetime | None = None
) -> Clock | None:
    """The clock of a round that is being played; None before it begins and once it has ended."""
    if not round_.is_playing:
        return None
    facts = read_clock_facts(round_.section.session, [round_.section_id], [round_])
    return compute_clock(facts.time_of(round_, table.pk if table else None), now or timezone.now())


class ClockBasis(NamedTuple):
    """Sections of a session with their rounds that have begun, by section, and what their clocks
    follow from."""

    sections: Sequence[Section]
    begun: Mapping[int, Sequence[Round]]
    facts: ClockFacts


def read_clock_basis(session: Session, sections: QuerySet[Section]) -> ClockBasis:
    """Read what the clocks and the outlook of these sections follow from, in a fixed number of
    queries."""
    here = list(sections.filter(session=session).order_by("number"))
    for section in here:
        section.session = session  # with its event, so that it is read once
    begun = started_rounds(section.pk for section in here)
    rounds = [each for of_section in begun.values() for each in of_section]
    facts = read_clock_facts(session, [section.pk for section in here], rounds)
    return ClockBasis(here, begun, facts)


def read_clocks(
    session: Session,
    sections: QuerySet[Section],
    now: datetime | None = None,
    basis: ClockBasis | None = None,
) -> tuple[SectionClock, ...]:
    """The clocks of these sections of a session by number; `basis` is theirs where it was read."""
    here, begun, facts = basis or read_clock_basis(session, sections)
    return tuple(_clock_in(each, begun[each.pk], facts, now or timezone.now()) for each in here)


def started_rounds(sections: Iterable[int]) -> Mapping[int, list[Round]]:
    """The rounds that have begun in some sections, by section and in order."""
    found: dict[int, list[Round]] = defaultdict(list)
    begun = Round.objects.filter(section__in=list(sections)).exclude(started_at=None)
    for each in begun.select_related("section").order_by("number"):
        found[each.section_id].append(each)
    return found


def read_clock_facts(
    session: Session, sections: Sequence[int], rounds: Sequence[Round]
) -> ClockFacts:
    """What is planned, given and paused for these rounds of these sections."""
    planned = Break.objects.filter(session=session)
    breaks = {each.after_round: timedelta(minutes=each.minutes) for each in planned}
    playing = [each.pk for each in rounds if each.is_playing]
    given, pauses = defaultdict(list), defaultdict(list)
    for time in TimeExtension.objects.filter(round__in=playing):
        given[time.round_id].append(time)
    for pause in ClockPause.objects.filter(section__in=sections):
        pauses[pause.section_id].append(pause)
    lasts, per_board = _minutes_of(session)
    return ClockFacts(lasts, per_board, breaks, _ended(sections) if breaks else {}, given, pauses)


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
        shown = compute_clock(facts.time_of(playing), now)
        phase = shown.phase if shown else BETWEEN_ROUNDS
        return SectionClock(section, playing.number, phase, shown, _tables(playing, facts, now))
    if not begun:
        return SectionClock(section, 0, NOT_STARTED, None)
    last = begun[-1]
    if section.session.is_over or last.number >= section.rounds_to_play:
        return SectionClock(section, last.number, ENDED, None)
    shown = compute_clock(facts.time_after(last), now)
    return SectionClock(section, last.number, shown.phase if shown else BETWEEN_ROUNDS, shown)


def _tables(playing: Round, facts: ClockFacts, now: datetime) -> tuple[TableClock, ...]:
    """Those with a time of their own in the round."""
    has_own = {each.to_table_id for each in facts.given.get(playing.pk, ()) if each.to_table_id}
    tables = Table.objects.filter(pk__in=has_own).select_related("section").order_by("number")
    shown = (
        (table, compute_clock(facts.time_of(playing, table.pk), now)) for table in tables if has_own
    )
    return tuple(TableClock(table, at) for table, at in shown if at)


LATE_TABLE_GRACE = timedelta(minutes=3)
"""How long after its time a table may still play before the director should look."""


def time_over_since(section: SectionClock | None, table: Table) -> datetime | None:
    """When the time of a table was over, its own where it has one; None while that is not
    `LATE_TABLE_GRACE` ago."""
    if section is None:
        return None
    own = next((each.clock for each in section.tables if each.table == table), section.clock)
    late = own is not None and own.phase == OVER and -own.left >= LATE_TABLE_GRACE
    return own.until if own and late else None
