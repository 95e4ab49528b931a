"""Periodic tasks run every half minute even if the computer's clock is changed."""

from datetime import UTC, datetime, timedelta

import pytest

from config.monotonic_schedule import MonotonicSchedule

NOW = datetime(2026, 10, 25, 3, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("since", "due"),
    [(10, False), (30, True), (3_600, True), (-1, True), (-3_600, True), (-86_400 * 365, True)],
)
def test_schedule_is_due_after_its_interval_and_at_once_if_the_clock_went_back(
    since: int, due: bool
) -> None:
    every = MonotonicSchedule(30.0, nowfun=lambda: NOW)
    schedule_state = every.is_due(NOW - timedelta(seconds=since))
    assert schedule_state.is_due == due
    assert 0 < schedule_state.next <= 30
