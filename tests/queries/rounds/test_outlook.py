"""The expected end of a session at its own pace, and fair methods to end earlier."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tournaments.queries.rounds.finish_time import (
    DROP_ROUND,
    FEWER_BOARDS,
    SectionProgress,
    compute_outlook,
    round_pace,
)

STARTED_AT = datetime(2026, 11, 26, 20, 30, tzinfo=UTC)

# Six rounds of three boards, planned to end at 22:54.
PLAN = SectionProgress(
    STARTED_AT,
    planned_rounds=6,
    boards_per_round=3,
    current_boards=3,
    planned_round_length=timedelta(minutes=24),
)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def progress_after(rounds: int, round_minutes: float, **changes: object) -> SectionProgress:
    """Return the progress after some rounds of equal length; the next has just started."""
    progress = replace(
        PLAN,
        ended_round_lengths=(minutes(round_minutes),) * rounds,
        time_played=minutes(0),
        current_round=rounds + 1,
        missing_boards=3,
        boards_in_upcoming_rounds=(3,) * (5 - rounds),
        droppable_rounds=1 if rounds < 5 else 0,
    )
    return replace(progress, **changes)


def expected_minutes(progress: SectionProgress, minutes_played: float) -> float:
    """Return the expected minutes from start to end, computed some minutes after the start."""
    outlook = compute_outlook([progress], STARTED_AT + minutes(minutes_played))
    assert outlook
    return (outlook.expected_end - STARTED_AT) / minutes(1)


def test_outlook_is_the_plan_before_any_round_has_ended() -> None:
    assert expected_minutes(progress_after(0, 0), 0) == 6 * 24


def test_ended_rounds_predict_the_later_ones() -> None:
    # The mean of two rounds of 30 minutes and the plan of 24 is 28.
    assert round_pace(progress_after(2, 30)) == minutes(28)
    assert expected_minutes(progress_after(2, 30), 60) == 60 + 4 * 28


def test_round_ended_much_too_late_is_ignored() -> None:
    assert round_pace(
        replace(PLAN, ended_round_lengths=(minutes(30), minutes(200), minutes(1)))
    ) == minutes(27)


def test_missing_boards_delay_the_round() -> None:
    late = progress_after(0, 0, time_played=minutes(30), missing_boards=2)
    assert expected_minutes(late, 30) == 30 + 1.5 * 8 + 5 * 24
    assert expected_minutes(replace(late, missing_boards=0), 30) == 30 + 5 * 24, (
        "every board has a result: it can end now"
    )


def test_current_and_later_breaks_count() -> None:
    progress = progress_after(
        0,
        0,
        time_played=minutes(-10),
        missing_boards=3,
        upcoming_breaks=minutes(15),
        all_breaks=minutes(25),
    )
    assert expected_minutes(progress, 0) == 10 + 6 * 24 + 15


def test_session_on_time_gets_no_proposals() -> None:
    outlook = compute_outlook([progress_after(2, 25)], STARTED_AT + minutes(50))
    assert outlook
    assert minutes(0) < outlook.delay < minutes(10)
    assert outlook.time_savings == ()


def test_late_session_gets_proposals_with_the_time_they_save() -> None:
    # After three rounds of 36 minutes the pace is 33; three rounds of three boards are left.
    outlook = compute_outlook([progress_after(3, 36)], STARTED_AT + minutes(108))
    assert outlook
    assert outlook.delay == minutes(108 + 3 * 33 - 144)
    assert {saving.method: saving.saved_time for saving in outlook.time_savings} == {
        DROP_ROUND: minutes(33),
        FEWER_BOARDS: minutes(2 * 33 / 3),
    }
    assert all(
        saving.ends_at + saving.saved_time == outlook.expected_end
        for saving in outlook.time_savings
    )


def test_dropped_last_round_saves_the_break_before_it() -> None:
    progress = progress_after(
        3, 36, upcoming_breaks=minutes(15), all_breaks=minutes(15), droppable_breaks=minutes(15)
    )
    outlook = compute_outlook([progress], STARTED_AT + minutes(108))
    assert outlook
    assert {saving.method: saving.saved_time for saving in outlook.time_savings}[
        DROP_ROUND
    ] == minutes(33 + 15)


@pytest.mark.parametrize(
    ("progress", "methods"),
    [
        (progress_after(3, 36, droppable_rounds=0), [FEWER_BOARDS]),
        (progress_after(3, 36, boards_in_upcoming_rounds=(1, 1)), [DROP_ROUND]),
        (progress_after(3, 36, can_reduce_boards=False), [DROP_ROUND]),
        (progress_after(5, 36), []),
    ],
)
def test_impossible_shortenings_are_not_proposed(
    progress: SectionProgress, methods: list[str]
) -> None:
    outlook = compute_outlook([progress], STARTED_AT + minutes(180))
    assert outlook
    assert [saving.method for saving in outlook.time_savings] == methods


def test_slowest_section_decides_for_all_sections() -> None:
    quick, slow = progress_after(4, 24), progress_after(3, 36)
    outlook = compute_outlook([quick, slow], STARTED_AT + minutes(108))
    assert outlook
    assert outlook.expected_end == STARTED_AT + minutes(108 + 3 * 33)
    assert {saving.method for saving in outlook.time_savings} == {DROP_ROUND, FEWER_BOARDS}
    in_last_round = progress_after(5, 30)
    outlook = compute_outlook([in_last_round, slow], STARTED_AT + minutes(150))
    assert outlook
    assert outlook.time_savings == (), "one section has started its last round already"


def test_outlook_is_none_before_any_section_has_started() -> None:
    assert compute_outlook([], STARTED_AT) is None
