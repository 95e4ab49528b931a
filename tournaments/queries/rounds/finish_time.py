"""Predict when the last round will end, and how it could end earlier."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import Play, Round, Section, Session
from tournaments.movements.advice.time_budget import ROUND_CHANGE_MINUTES
from tournaments.queries.rounds.clock import (
    SectionsWithClockFacts,
    SessionClockFacts,
    read_sections_with_clock_facts,
    time_played,
)

# A shortening that saves less time than this is not proposed.
LATE_THRESHOLD = timedelta(minutes=10)

# A round that was this many times slower or faster than planned is left out: it was a test, or it
# was ended too late.
_MAX_DEVIATION_FACTOR = 3

DROP_ROUND, FEWER_BOARDS = "drop the last round", "a board less"


@dataclass(frozen=True)
class SectionProgress:
    """How far a section is; breaks and pauses are not counted as playing time.

    The plan at the start was `planned_rounds` rounds of `boards_per_round` boards; rounds and
    boards left out since are included. `planned_round_length` includes the change of tables.
    `ended_round_lengths` are scaled to a round with all its boards.

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
        """How much later than planned the last round ends; negative if it ends earlier."""
        return self.expected_end - self.planned_end


def round_pace(progress: SectionProgress) -> timedelta:
    """Return the expected length of a round with all its boards.

    This is the mean of the ended rounds and the plan, which counts as one round, so that the first
    round alone has little weight.
    """
    plausible = [
        length
        for length in progress.ended_round_lengths
        if progress.planned_round_length / _MAX_DEVIATION_FACTOR
        <= length
        <= progress.planned_round_length * _MAX_DEVIATION_FACTOR
    ]
    return sum(plausible, progress.planned_round_length) / (len(plausible) + 1)


def compute_outlook(sections: Sequence[SectionProgress], now: datetime) -> Outlook | None:
    """Return the outlook of sections that play one session; None if none has started.

    The session ends with the last of them.
    """
    if not sections:
        return None
    planned_end = max(
        section.started_at
        + section.planned_rounds * section.planned_round_length
        + section.all_breaks
        for section in sections
    )
    expected_end = max(_expected_end(section, now) for section in sections)
    if expected_end - planned_end < LATE_THRESHOLD:
        return Outlook(planned_end, expected_end)
    unfinished = [
        section
        for section in sections
        if section.boards_in_upcoming_rounds or section.time_played is not None
    ]
    earlier_ends = (
        _end_without_last_round(unfinished, now),
        _end_with_fewer_boards(unfinished, now),
    )
    ends_by_method = zip((DROP_ROUND, FEWER_BOARDS), earlier_ends, strict=True)
    time_savings = (
        TimeSaving(method, expected_end - earlier_end, earlier_end)
        for method, earlier_end in ends_by_method
        if earlier_end and earlier_end < expected_end
    )
    return Outlook(planned_end, expected_end, tuple(time_savings))


def _expected_end(progress: SectionProgress, now: datetime) -> datetime:
    return (
        now
        + _rest_of_round(progress)
        + progress.upcoming_breaks
        + _time_per_board(progress) * sum(progress.boards_in_upcoming_rounds)
    )


def _time_per_board(progress: SectionProgress) -> timedelta:
    """Return the time per board, including its share of the change of tables."""
    return round_pace(progress) / progress.boards_per_round


def _rest_of_round(progress: SectionProgress) -> timedelta:
    """Return the time that the current round still takes.

    This is the time that its pace leaves or that its slowest table needs, whichever is longer. Half
    of the board that is played at this table is assumed to be over.
    """
    if progress.time_played is None or (
        progress.time_played >= timedelta(0) and not progress.missing_boards
    ):
        return timedelta(0)
    pace = _time_per_board(progress) * progress.current_boards
    slowest = (
        _time_per_board(progress) * (progress.missing_boards - 0.5)
        if progress.time_played >= timedelta(0)
        else pace
    )
    return max(pace - progress.time_played, slowest)


def _end_without_last_round(sections: Sequence[SectionProgress], now: datetime) -> datetime | None:
    """Return the end without the last round; None if it has started or must be played."""
    if not all(section.droppable_rounds for section in sections):
        return None
    return max(
        (
            _expected_end(section, now) - section.droppable_breaks - _droppable_time(section)
            for section in sections
        ),
        default=None,
    )


def _droppable_time(progress: SectionProgress) -> timedelta:
    return _time_per_board(progress) * sum(
        progress.boards_in_upcoming_rounds[-progress.droppable_rounds :]
    )


def _end_with_fewer_boards(sections: Sequence[SectionProgress], now: datetime) -> datetime | None:
    """Return the end with one board less in each round that no section has started, or None."""
    last_started = max((section.current_round for section in sections), default=0)
    boards_by_section = [
        section.boards_in_upcoming_rounds[last_started - section.current_round :]
        for section in sections
    ]
    if not all(section.can_reduce_boards for section in sections) or any(
        min(boards, default=0) < 2 for boards in boards_by_section
    ):
        return None
    saved_times = (
        _time_per_board(section) * len(boards)
        for section, boards in zip(sections, boards_by_section, strict=True)
    )
    earlier_ends = (
        _expected_end(section, now) - saved_time
        for section, saved_time in zip(sections, saved_times, strict=True)
    )
    return max(earlier_ends, default=None)


_ROUND_CHANGE = timedelta(minutes=ROUND_CHANGE_MINUTES)


def read_outlook(
    session: Session,
    sections: QuerySet[Section],
    now: datetime | None = None,
    known_facts: SectionsWithClockFacts | None = None,
) -> Outlook | None:
    """Return the outlook of those of these sections that have started, or None."""
    movement = session.stage.movement
    if session.state != Session.State.RUNNING or (movement and movement.is_season):
        return None
    ordered_sections, rounds_by_section, facts = known_facts or read_sections_with_clock_facts(
        session, sections
    )
    missing_boards = _missing_boards(
        round_ for section_rounds in rounds_by_section.values() for round_ in section_rounds
    )
    now, progress = now or timezone.now(), []
    for section in ordered_sections:
        if rounds_by_section[section.pk] and not _is_done(section, rounds_by_section[section.pk]):
            progress.append(
                _section_progress(
                    section, rounds_by_section[section.pk], facts, missing_boards, now
                )
            )
    return compute_outlook(progress, now)


def _is_done(section: Section, started_rounds: Sequence[Round]) -> bool:
    return started_rounds[-1].number >= section.rounds_to_play and not started_rounds[-1].is_playing


def _missing_boards(rounds: Iterable[Round]) -> Mapping[int, int]:
    """Return the most boards that one table lacks, by round in progress."""
    round_ids = [round_.pk for round_ in rounds if round_.is_playing]
    due_plays = Play.objects.filter(state=Play.State.DUE, seating__round__in=round_ids).order_by()
    most_missing: dict[int, int] = {}
    for round_id, _seating, count in due_plays.values_list("seating__round", "seating").annotate(
        Count("pk")
    ):
        most_missing[round_id] = max(count, most_missing.get(round_id, 0))
    return most_missing


def _section_progress(
    section: Section,
    started_rounds: Sequence[Round],
    facts: SessionClockFacts,
    missing_boards: Mapping[int, int],
    now: datetime,
) -> SectionProgress:
    last_round, round_count, planned_round_count = (
        started_rounds[-1],
        section.rounds_to_play,
        section.dealt_rounds,
    )
    upcoming_board_counts = tuple(
        section.boards_in(number) for number in range(last_round.number + 1, round_count + 1)
    )
    droppable_count = _droppable_rounds(section, len(upcoming_board_counts))
    return SectionProgress(
        started_at=started_rounds[0].started_at or now,
        planned_rounds=planned_round_count,
        boards_per_round=section.session.boards_per_round,
        planned_round_length=facts.full_round_duration + _ROUND_CHANGE,
        ended_round_lengths=tuple(_ended_round_lengths(section, started_rounds, facts)),
        current_round=last_round.number,
        current_boards=section.boards_in(last_round.number),
        time_played=time_played(facts.round_facts(last_round), now)
        if last_round.is_playing
        else None,
        missing_boards=missing_boards.get(last_round.pk, 0),
        boards_in_upcoming_rounds=upcoming_board_counts,
        droppable_rounds=droppable_count,
        can_reduce_boards=can_reduce_boards(section),
        all_breaks=_break_length(facts, 1, planned_round_count),
        upcoming_breaks=_break_length(facts, last_round.number, round_count),
        droppable_breaks=_break_length(facts, round_count - droppable_count, round_count),
    )


def _ended_round_lengths(
    section: Section, started_rounds: Sequence[Round], facts: SessionClockFacts
) -> Iterator[timedelta]:
    """Yield how long each ended round would have taken with all its boards."""
    for round_ in started_rounds:
        if round_.ended_at:
            duration = time_played(facts.round_facts(round_), round_.ended_at)
            yield duration * section.session.boards_per_round / section.boards_in(round_.number)


def _droppable_rounds(section: Section, upcoming_count: int) -> int:
    """Return how many rounds are dropped with the last one; for teams, the whole match."""
    halves = section.session.stage.halves
    return halves if can_drop_last_round(section) and upcoming_count >= halves else 0


def can_drop_last_round(section: Section) -> bool:
    """Return whether the section's movement allows leaving out the last round."""
    return section.movement is not None and not section.movement.requires_all_rounds


def can_reduce_boards(section: Section) -> bool:
    """Return whether the section plays in one session, whose rounds can be shortened."""
    return section.movement is not None and not section.movement.is_season


def _break_length(
    facts: SessionClockFacts, first_round_number: int, end_round_number: int
) -> timedelta:
    """Return the length of all breaks after rounds from the first until before the end."""
    return sum(
        (
            length
            for round_number, length in facts.breaks.items()
            if first_round_number <= round_number < end_round_number
        ),
        timedelta(0),
    )
