"""The expected end of a session at its own pace, and fair ways to end earlier."""

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

BEGAN = datetime(2026, 11, 26, 20, 30, tzinfo=UTC)
# Six rounds of three boards that were to end at 22:54.
EVENING = SectionProgress(BEGAN, rounds=6, boards=3, plays=3, planned=timedelta(minutes=24))


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def after(rounds: int, each: float, **more: object) -> SectionProgress:
    """Return the progress after some rounds of equal length; the next has just begun."""
    so_far = replace(
        EVENING,
        took=(minutes(each),) * rounds,
        played=minutes(0),
        begun=rounds + 1,
        missing=3,
        to_come=(3,) * (5 - rounds),
        drops=1 if rounds < 5 else 0,
    )
    return replace(so_far, **more)


def ends_at(so_far: SectionProgress, now: float) -> float:
    """Return the predicted end in minutes from the start, computed at a given minute."""
    outlook = compute_outlook([so_far], BEGAN + minutes(now))
    assert outlook
    return (outlook.ends - BEGAN) / minutes(1)


def test_outlook_is_the_plan_before_any_round_has_ended() -> None:
    assert ends_at(after(0, 0), 0) == 6 * 24


def test_ended_rounds_predict_the_later_ones() -> None:
    """Two of 30 minutes and the plan of 24: 28 a round."""
    assert round_pace(after(2, 30)) == minutes(28)
    assert ends_at(after(2, 30), 60) == 60 + 4 * 28


def test_round_ended_much_too_late_is_ignored() -> None:
    assert round_pace(replace(EVENING, took=(minutes(30), minutes(200), minutes(1)))) == minutes(27)


def test_missing_boards_delay_the_round() -> None:
    late = after(0, 0, played=minutes(30), missing=2)
    assert ends_at(late, 30) == 30 + 1.5 * 8 + 5 * 24
    assert ends_at(replace(late, missing=0), 30) == 30 + 5 * 24, "every board is in: it can end now"


def test_current_and_later_breaks_count() -> None:
    so_far = after(0, 0, played=minutes(-10), missing=3, ahead=minutes(15), breaks=minutes(25))
    assert ends_at(so_far, 0) == 10 + 6 * 24 + 15


def test_session_on_time_gets_no_proposals() -> None:
    outlook = compute_outlook([after(2, 25)], BEGAN + minutes(50))
    assert outlook
    assert minutes(0) < outlook.late < minutes(10)
    assert outlook.shorter == ()


def test_late_session_gets_proposals_with_the_time_they_save() -> None:
    """After three rounds of 36 minutes the pace is 33, with three rounds of three boards left."""
    outlook = compute_outlook([after(3, 36)], BEGAN + minutes(108))
    assert outlook
    assert outlook.late == minutes(108 + 3 * 33 - 144)
    assert {saving.way: saving.saves for saving in outlook.shorter} == {
        DROP_ROUND: minutes(33),
        FEWER_BOARDS: minutes(2 * 33 / 3),
    }
    assert all(saving.ends + saving.saves == outlook.ends for saving in outlook.shorter)


def test_dropped_last_round_saves_the_break_before_it() -> None:
    so_far = after(3, 36, ahead=minutes(15), breaks=minutes(15), last=minutes(15))
    outlook = compute_outlook([so_far], BEGAN + minutes(108))
    assert outlook
    assert {saving.way: saving.saves for saving in outlook.shorter}[DROP_ROUND] == minutes(33 + 15)


@pytest.mark.parametrize(
    ("so_far", "ways"),
    [
        (after(3, 36, drops=0), [FEWER_BOARDS]),
        (after(3, 36, to_come=(1, 1)), [DROP_ROUND]),
        (after(3, 36, fewer=False), [DROP_ROUND]),
        (after(5, 36), []),
    ],
)
def test_impossible_shortenings_are_not_proposed(so_far: SectionProgress, ways: list[str]) -> None:
    outlook = compute_outlook([so_far], BEGAN + minutes(180))
    assert outlook
    assert [saving.way for saving in outlook.shorter] == ways


def test_slowest_section_decides_for_all_sections() -> None:
    quick, slow = after(4, 24), after(3, 36)
    outlook = compute_outlook([quick, slow], BEGAN + minutes(108))
    assert outlook
    assert outlook.ends == BEGAN + minutes(108 + 3 * 33)
    assert {saving.way for saving in outlook.shorter} == {DROP_ROUND, FEWER_BOARDS}
    in_its_last = after(5, 30)
    outlook = compute_outlook([in_its_last, slow], BEGAN + minutes(150))
    assert outlook
    assert outlook.shorter == (), "one has begun the last round already"


def test_outlook_is_none_before_any_section_has_started() -> None:
    assert compute_outlook([], BEGAN) is None
