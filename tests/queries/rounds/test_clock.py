"""Clocks computed at given moments, without waiting."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tournaments.queries.rounds.clock import (
    BREAK,
    OVERTIME,
    PAUSED,
    RUNNING,
    RoundClockFacts,
    compute_clock,
    time_played,
)

START = datetime(2026, 11, 26, 20, 30, tzinfo=UTC)


def time_after(minutes: float) -> datetime:
    """Return the time some minutes after the round began."""
    return START + timedelta(minutes=minutes)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def phase_and_minutes(time: RoundClockFacts, after: float) -> tuple[str, float]:
    """Return the phase some minutes after the start, and the minutes left."""
    clock = compute_clock(time, time_after(after))
    assert clock
    return clock.phase, clock.time_left / minutes(1)


PLAIN = RoundClockFacts(START, START, minutes(20))


@pytest.mark.parametrize(
    ("after", "phase", "minutes_left"),
    [(0, RUNNING, 20), (12.5, RUNNING, 7.5), (20, OVERTIME, 0), (26, OVERTIME, -6)],
)
def test_clock_runs_down_and_into_overtime(after: float, phase: str, minutes_left: float) -> None:
    assert phase_and_minutes(PLAIN, after) == (phase, minutes_left)


def test_minutes_and_seconds_are_rounded_up() -> None:
    clock = compute_clock(PLAIN, time_after(12.51))
    assert clock
    assert (clock.minutes_left_rounded_up, clock.seconds_left, clock.until) == (
        8,
        450,
        time_after(20),
    )
    overtime_clock = compute_clock(PLAIN, time_after(25))
    assert overtime_clock
    assert (overtime_clock.minutes_left_rounded_up, overtime_clock.seconds_left) == (0, -300)


def test_extensions_and_reductions_add_up() -> None:
    time = RoundClockFacts(
        START,
        START,
        minutes(20),
        extensions=(
            (time_after(5), minutes(2)),
            (time_after(6), minutes(2)),
            (time_after(7), minutes(-3)),
        ),
    )
    assert phase_and_minutes(time, 8) == (RUNNING, 13)


def test_paused_clock_loses_no_time_and_resumes() -> None:
    time = RoundClockFacts(
        START, START, minutes(20), pauses=((time_after(5), time_after(9)), (time_after(10), None))
    )
    assert phase_and_minutes(time, 7) == (PAUSED, 15)
    assert phase_and_minutes(time, 9.5) == (RUNNING, 14.5)
    assert phase_and_minutes(time, 30) == (PAUSED, 14)
    assert phase_and_minutes(time, 300) == (PAUSED, 14)
    assert compute_clock(time, time_after(30)) == compute_clock(time, time_after(300)), (
        "whoever looks again is told nothing new"
    )
    paused_clock = compute_clock(time, time_after(30))
    assert paused_clock
    assert paused_clock.until is None


def test_pause_before_the_round_delays_it_from_its_start() -> None:
    time = RoundClockFacts(START, START, minutes(20), pauses=((time_after(-5), time_after(3)),))
    assert phase_and_minutes(time, 2) == (PAUSED, 20)
    assert phase_and_minutes(time, 4) == (RUNNING, 19)


def test_break_precedes_the_time_of_the_round() -> None:
    time = RoundClockFacts(START, START, minutes(20), break_duration=minutes(15))
    assert phase_and_minutes(time, 5) == (BREAK, 10)
    assert phase_and_minutes(time, 15) == (RUNNING, 20)
    assert time_played(time, time_after(5)) == minutes(-10)
    assert time_played(time, time_after(18)) == minutes(3)


def test_break_is_extended_by_minutes_given_and_pauses() -> None:
    time = RoundClockFacts(
        START,
        START,
        minutes(20),
        break_duration=minutes(15),
        extensions=((time_after(2), minutes(5)), (time_after(26), minutes(1))),
        pauses=((time_after(4), time_after(7)),),
    )
    assert phase_and_minutes(time, 8) == (BREAK, 15)
    assert phase_and_minutes(time, 23) == (RUNNING, 20)
    assert phase_and_minutes(time, 27) == (RUNNING, 17)


def test_break_is_shortened_by_minutes_taken() -> None:
    time = RoundClockFacts(
        START,
        START,
        minutes(20),
        break_duration=minutes(15),
        extensions=((time_after(5), minutes(-10)),),
    )
    assert phase_and_minutes(time, 5) == (RUNNING, 20)
    assert phase_and_minutes(time, 6) == (RUNNING, 19)


def test_round_starts_at_the_later_of_its_start_and_the_end_of_the_break() -> None:
    """If rounds are drawn, the break counts from the end of the round before it."""
    soon = RoundClockFacts(START, time_after(5), minutes(20), break_duration=minutes(15))
    late_break = RoundClockFacts(START, time_after(25), minutes(20), break_duration=minutes(15))
    assert phase_and_minutes(soon, 15) == (RUNNING, 20)
    assert phase_and_minutes(late_break, 25) == (RUNNING, 20)


def test_clock_without_a_round_shows_the_break_only() -> None:
    waiting = RoundClockFacts(START, None, minutes(20), break_duration=minutes(15))
    assert phase_and_minutes(waiting, 5) == (BREAK, 10)
    assert compute_clock(waiting, time_after(15)) is None


def test_clocks_are_equal_until_something_changes() -> None:
    clocks = {repr(compute_clock(PLAIN, time_after(minute))) for minute in (0, 1, 19)}
    assert len(clocks) == 1
    assert repr(compute_clock(PLAIN, time_after(21))) not in clocks


MOMENTS = some.integers(0, 90)


@given(
    pauses=some.lists(some.tuples(some.integers(0, 60), some.integers(0, 30)), max_size=4),
    gifts=some.lists(some.tuples(MOMENTS, some.integers(1, 10)), max_size=4),
    break_minutes=some.integers(0, 20),
    now=some.integers(0, 200),
)
def test_clock_runs_evenly_or_is_paused_between_two_actions(
    pauses: list[tuple[int, int]], gifts: list[tuple[int, int]], break_minutes: int, now: int
) -> None:
    """Actions are at whole minutes, so half a minute later the clock shows 30 s less."""
    clock_pauses, from_ = [], 0
    for gap, length in pauses:
        clock_pauses.append((time_after(from_ + gap), time_after(from_ + gap + length)))
        from_ += gap + length
    given_then = tuple(
        (time_after(minute), minutes(minutes_given)) for minute, minutes_given in gifts
    )
    time = RoundClockFacts(
        START, START, minutes(20), minutes(break_minutes), given_then, tuple(clock_pauses)
    )
    clock_before, clock_after = (
        compute_clock(time, time_after(now)),
        compute_clock(time, time_after(now + 0.5)),
    )
    assert clock_before
    assert clock_before == clock_after, "the page shows the same clock"
    assert clock_after
    assert clock_before.time_left - clock_after.time_left == minutes(
        0 if clock_before.phase == PAUSED else 0.5
    )
    paused_time = sum((until - since for since, until in clock_pauses), minutes(0))
    assert clock_before.time_left + time_played(time, time_after(now)) <= minutes(
        20 + sum(minutes_given for _when, minutes_given in gifts)
    )
    assert (
        time_played(time, time_after(now))
        >= minutes(now - break_minutes - sum(m for _when, m in gifts)) - paused_time
    )


@pytest.mark.parametrize(
    ("after", "time_left_text"),
    [(0, "20:00"), (7.5, "12:30"), (19.95, "0:03"), (20, "0:00"), (23.5, "+3:30")],
)
def test_time_left_shows_minutes_and_seconds_left_or_overtime(
    after: float, time_left_text: str
) -> None:
    clock = compute_clock(PLAIN, time_after(after))
    assert clock
    assert clock.time_left_text == time_left_text
