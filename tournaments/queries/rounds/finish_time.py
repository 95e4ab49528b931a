"""Predict when the last round will end, and how it could end earlier."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import Play, Round, Section, Session
from tournaments.movements.advice.time_budget import ROUND_CHANGE_MINUTES
from tournaments.queries.rounds.clock import (
    ClockBasis,
    ClockFacts,
    read_clock_basis,
    time_played,
)

# No shortening is proposed for less than this.
LATE_THRESHOLD = timedelta(minutes=10)

# A round this many times slower or faster than planned was a test, or was ended too late.
_SANE = 3

DROP_ROUND, FEWER_BOARDS = "drop the last round", "a board less"


@dataclass(frozen=True)
class SectionProgress:
    """How far a section is; breaks and pauses are not counted as playing time.

    The plan at the start was `planned_rounds` rounds of `boards_per_round` boards, whatever was
    left out since. `planned_round_length` includes the change of tables. `ended_round_lengths` are
    scaled to a round with all its boards.

    `current_round` is the number of the last started round, and `current_boards` its number of
    boards. `time_played` is how long it has been played: negative during its break, None once it
    has ended. `missing_boards` is the most results that one of its tables lacks.

    `boards_in_upcoming_rounds` has a number for each later round. `droppable_rounds` is how many of
    these are left out if the last one is (0 if none may be). `can_reduce_boards` is true if each
    may have a board less. `all_breaks` is the length of all planned breaks, `upcoming_breaks` that
    of the breaks after the current round, and `droppable_breaks` that of the breaks before the
    droppable rounds.
    """

    started_at: datetime
    planned_rounds: int
    boards_per_round: int
    planned_round_length: timedelta
    ended_round_lengths: tuple[timedelta, ...] = ()
    current_round: int = 1
    current_boards: int = 1
    time_played: timedelta | None = None
    missing_boards: int = 0
    boards_in_upcoming_rounds: tuple[int, ...] = ()
    droppable_rounds: int = 0
    can_reduce_boards: bool = True
    all_breaks: timedelta = timedelta(0)
    upcoming_breaks: timedelta = timedelta(0)
    droppable_breaks: timedelta = timedelta(0)


@dataclass(frozen=True)
class TimeSaving:
    """A proposal to end earlier that is fair to everybody, and how much time it saves.

    `method` is `DROP_ROUND` or `FEWER_BOARDS`.
    """

    method: str
    saved_time: timedelta
    ends_at: datetime


@dataclass(frozen=True)
class Outlook:
    """The planned and the expected end of the last round, with proposals if it is late."""

    planned_end: datetime
    expected_end: datetime
    time_savings: tuple[TimeSaving, ...] = ()

    @property
    def delay(self) -> timedelta:
        """How much later than planned it ends; negative if earlier."""
        return self.expected_end - self.planned_end


def round_pace(so_far: SectionProgress) -> timedelta:
    """Return the expected length of a round with all its boards.

    This is the mean of the ended rounds and the plan, which counts as one round, so that the first
    round alone has little weight.
    """
    sane = [
        length
        for length in so_far.ended_round_lengths
        if so_far.planned_round_length / _SANE <= length <= so_far.planned_round_length * _SANE
    ]
    return sum(sane, so_far.planned_round_length) / (len(sane) + 1)


def compute_outlook(sections: Sequence[SectionProgress], now: datetime) -> Outlook | None:
    """Return the outlook of sections that play one session; None if none has started.

    The session ends with the last of them.
    """
    if not sections:
        return None
    planned = max(
        section.started_at
        + section.planned_rounds * section.planned_round_length
        + section.all_breaks
        for section in sections
    )
    ends = max(_ends(section, now) for section in sections)
    if ends - planned < LATE_THRESHOLD:
        return Outlook(planned, ends)
    playing = [
        section
        for section in sections
        if section.boards_in_upcoming_rounds or section.time_played is not None
    ]
    found = (_without_the_last(playing, now), _with_fewer_boards(playing, now))
    ways = zip((DROP_ROUND, FEWER_BOARDS), found, strict=True)
    shorter = (
        TimeSaving(way, ends - earlier, earlier)
        for way, earlier in ways
        if earlier and earlier < ends
    )
    return Outlook(planned, ends, tuple(shorter))


def _ends(so_far: SectionProgress, now: datetime) -> datetime:
    return (
        now
        + _rest(so_far)
        + so_far.upcoming_breaks
        + _board(so_far) * sum(so_far.boards_in_upcoming_rounds)
    )


def _board(so_far: SectionProgress) -> timedelta:
    """Return the time per board, including its share of the change of tables."""
    return round_pace(so_far) / so_far.boards_per_round


def _rest(so_far: SectionProgress) -> timedelta:
    """Return the time that the current round still takes.

    This is by its pace or by its slowest table, whichever is longer; the board being played there
    is assumed to be half over.
    """
    if so_far.time_played is None or (
        so_far.time_played >= timedelta(0) and not so_far.missing_boards
    ):
        return timedelta(0)
    pace = _board(so_far) * so_far.current_boards
    slowest = (
        _board(so_far) * (so_far.missing_boards - 0.5)
        if so_far.time_played >= timedelta(0)
        else pace
    )
    return max(pace - so_far.time_played, slowest)


def _without_the_last(sections: Sequence[SectionProgress], now: datetime) -> datetime | None:
    """Return the end without the last round; None if it has started or must be played."""
    if not all(section.droppable_rounds for section in sections):
        return None
    return max(
        (
            _ends(section, now) - section.droppable_breaks - _last_rounds(section)
            for section in sections
        ),
        default=None,
    )


def _last_rounds(so_far: SectionProgress) -> timedelta:
    return _board(so_far) * sum(so_far.boards_in_upcoming_rounds[-so_far.droppable_rounds :])


def _with_fewer_boards(sections: Sequence[SectionProgress], now: datetime) -> datetime | None:
    """Return the end with one board less in the rounds started nowhere; None if impossible."""
    begun = max((section.current_round for section in sections), default=0)
    coming = [
        section.boards_in_upcoming_rounds[begun - section.current_round :] for section in sections
    ]
    if not all(coming_boards.can_reduce_boards for coming_boards in sections) or any(
        min(coming_boards, default=0) < 2 for coming_boards in coming
    ):
        return None
    saved = (
        _board(section) * len(rounds) for section, rounds in zip(sections, coming, strict=True)
    )
    ends = (_ends(section, now) - less for section, less in zip(sections, saved, strict=True))
    return max(ends, default=None)


_CHANGE_OVER = timedelta(minutes=ROUND_CHANGE_MINUTES)


def read_outlook(
    session: Session,
    sections: QuerySet[Section],
    now: datetime | None = None,
    basis: ClockBasis | None = None,
) -> Outlook | None:
    """Return the outlook of those of these sections that have started, or None."""
    movement = session.stage.movement
    if session.state != Session.State.RUNNING or (movement and movement.is_season):
        return None
    here, begun, facts = basis or read_clock_basis(session, sections)
    missing = _missing(round_ for of_section in begun.values() for round_ in of_section)
    now, found = now or timezone.now(), []
    for section in here:
        if begun[section.pk] and not _is_done(section, begun[section.pk]):
            found.append(_so_far(section, begun[section.pk], facts, missing, now))
    return compute_outlook(found, now)


def _is_done(section: Section, begun: Sequence[Round]) -> bool:
    return begun[-1].number >= section.rounds_to_play and not begun[-1].is_playing


def _missing(rounds: Iterable[Round]) -> Mapping[int, int]:
    """Return the most boards that one table lacks, by round in progress."""
    playing = [round_row.pk for round_row in rounds if round_row.is_playing]
    due = Play.objects.filter(state=Play.State.DUE, seating__round__in=playing).order_by()
    most_missing: dict[int, int] = {}
    for round_, _seating, lacks in due.values_list("seating__round", "seating").annotate(
        Count("pk")
    ):
        most_missing[round_] = max(lacks, most_missing.get(round_, 0))
    return most_missing


def _so_far(
    section: Section,
    begun: Sequence[Round],
    facts: ClockFacts,
    missing: Mapping[int, int],
    now: datetime,
) -> SectionProgress:
    last, rounds, planned = begun[-1], section.rounds_to_play, section.rounds_at_the_deal
    to_come = tuple(section.boards_in(number) for number in range(last.number + 1, rounds + 1))
    drops = _drops(section, len(to_come))
    return SectionProgress(
        started_at=begun[0].started_at or now,
        planned_rounds=planned,
        boards_per_round=section.session.boards_per_round,
        planned_round_length=facts.duration + _CHANGE_OVER,
        ended_round_lengths=tuple(_took(section, begun, facts)),
        current_round=last.number,
        current_boards=section.boards_in(last.number),
        time_played=time_played(facts.time_of(last), now) if last.is_playing else None,
        missing_boards=missing.get(last.pk, 0),
        boards_in_upcoming_rounds=to_come,
        droppable_rounds=drops,
        can_reduce_boards=can_reduce_boards(section),
        all_breaks=_breaks(facts, 1, planned),
        upcoming_breaks=_breaks(facts, last.number, rounds),
        droppable_breaks=_breaks(facts, rounds - drops, rounds),
    )


def _took(section: Section, begun: Sequence[Round], facts: ClockFacts) -> Iterator[timedelta]:
    """Yield how long each ended round would have taken with all its boards."""
    for round_ in begun:
        if round_.ended_at:
            lasted = time_played(facts.time_of(round_), round_.ended_at)
            yield lasted * section.session.boards_per_round / section.boards_in(round_.number)


def _drops(section: Section, to_come: int) -> int:
    """Return how many rounds are dropped with the last one; for teams, the whole match."""
    halves = section.session.stage.halves
    return halves if can_drop_last_round(section) and to_come >= halves else 0


def can_drop_last_round(section: Section) -> bool:
    """Return whether the section's movement allows leaving out the last round."""
    return section.movement is not None and not section.movement.requires_all_rounds


def can_reduce_boards(section: Section) -> bool:
    """Return whether the section plays in one session, whose rounds can be shortened."""
    return section.movement is not None and not section.movement.is_season


def _breaks(facts: ClockFacts, first: int, end: int) -> timedelta:
    """Return the length of all breaks after the rounds from `first` until before `end`."""
    return sum(
        (length for after, length in facts.breaks.items() if first <= after < end), timedelta(0)
    )
