"""Days in each language's own format, and times in 24 hours."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone, translation

from tournaments.templatetags.moments import (
    countdown,
    day,
    day_and_time,
    days_ahead,
    large_clock,
    short_month,
    time_ago,
    time_of_day,
    time_with_seconds,
    weekday_and_day,
)

TEMPLATES = Path(__file__).parents[3] / "templates"
# 21:05:09 in the time zone of the tests.
MOMENT = datetime(2026, 11, 22, 20, 5, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "words"), [(-1, ""), (0, "today"), (1, "tomorrow"), (7, "in 7 days")]
)
def test_days_ahead_are_counted_by_the_calendar(days: int, words: str) -> None:
    late = timezone.localtime().replace(hour=23, minute=59)
    with translation.override("en"):
        assert days_ahead(late + timedelta(days=days)) == words


@pytest.mark.parametrize(
    ("language", "autumn", "spring"),
    [
        ("ca", "22 de novembre de 2026", "1 d'abril de 2026"),
        ("es", "22 de noviembre de 2026", "1 de abril de 2026"),
        ("en", "22 November 2026", "1 April 2026"),
        ("ja", "2026年11月22日", "2026年4月1日"),
    ],
)
def test_day_is_formatted_in_each_language(language: str, autumn: str, spring: str) -> None:
    with translation.override(language):
        assert day(MOMENT) == autumn
        assert day(datetime(2026, 4, 1, 12, tzinfo=UTC)) == spring


def test_english_day_has_its_weekday_before_it_without_a_dot() -> None:
    with translation.override("en"):
        assert weekday_and_day(MOMENT) == "Sunday 22 November 2026"


@pytest.mark.parametrize(
    ("language", "month"), [("en", "Nov"), ("ca", "nov."), ("es", "nov"), ("ja", "11月")]
)
def test_only_english_months_have_a_capital(language: str, month: str) -> None:
    with translation.override(language):
        assert short_month(MOMENT) == month


def test_day_and_time_are_one_text() -> None:
    assert day_and_time(MOMENT) == "22 November 2026, 21:05"


@pytest.mark.parametrize("language", ["ca", "es", "en", "ja"])
def test_every_month_has_a_text(language: str) -> None:
    with translation.override(language):
        assert len({day(datetime(2026, month, 11, tzinfo=UTC)) for month in range(1, 13)}) == 12


@pytest.mark.parametrize("language", ["ca", "es", "en", "ja"])
def test_time_is_formatted_in_24_hours(language: str) -> None:
    with translation.override(language):
        assert time_of_day(MOMENT) == "21:05"
        assert time_with_seconds(MOMENT) == "21:05:09"
        assert time_of_day(datetime(2026, 11, 22, 1, 18, tzinfo=UTC)) == "02:18"


def test_day_is_that_of_the_local_time_zone() -> None:
    assert day(datetime(2026, 11, 21, 23, 30, tzinfo=UTC)) == "22 November 2026"


def test_templates_format_times_with_these_filters_only() -> None:
    """Machines read the ISO form beside it, `date:"c"`."""
    other = re.compile(r"""\|(?:date(?!:"c")|time(?!_)|timesince|timeuntil)\b""")
    matches = [
        f"{path.name}: {match[0]}"
        for path in TEMPLATES.rglob("*.html")
        for match in other.finditer(path.read_text())
    ]
    assert matches == []


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(724, "12:04"), (9, "0:09"), (0, "0:00"), (3900, "1:05:00"), (-30, "+0:30")],
)
def test_countdown_is_written_as_a_clock(seconds: int, expected: str) -> None:
    assert countdown(seconds) == expected


def test_colons_of_a_large_clock_are_separate_elements() -> None:
    assert large_clock("1:05:00") == (
        '1<span class="colon">:</span>05<span class="colon">:</span>00'
    )


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(seconds=30), "just now"),
        (timedelta(minutes=5, seconds=20), "5 min ago"),
        (timedelta(hours=2, minutes=50), "2 h ago"),
        (timedelta(days=1), "21 November 2026, 21:05"),
    ],
)
def test_last_use_is_shown_relative_to_now(
    monkeypatch: pytest.MonkeyPatch, ago: timedelta, words: str
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: MOMENT)
    assert time_ago(MOMENT - ago) == words
