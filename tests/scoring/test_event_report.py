"""What commands report of an event: the same keys on every scale, and a percent that is no mean."""

from fractions import Fraction

import pytest

from scoring.event_report import EventReport, ReportedRow
from scoring.event_scoring import Result, score_event
from scoring.min_max import MinMax
from tournaments.management.results import SCALES, scored_report

BOARDS = {
    1: [Result({"ns": ("a", "b")}, {"ns": 40}), Result({"ns": ("c",)}, {"ns": -20})],
    2: [Result({"ns": ("a", "b")}, {"ns": 10}), Result({"ns": ("c",)}, {})],
}


def reported(scale: str) -> EventReport:
    return scored_report(BOARDS, score_event(BOARDS, ("ns",), MinMax()), SCALES[scale])


@pytest.mark.parametrize(
    ("scale", "mean", "percent", "total"),
    [("official", "7/4", None, "7/2"), ("percent", None, "75", "150")],
)
def test_a_percent_is_never_also_a_mean(
    scale: str, mean: str | None, percent: str | None, total: str
) -> None:
    first = reported(scale).rankings[0].rows[0]
    assert first.mean == (mean and Fraction(mean))
    assert first.percent == (percent and Fraction(percent))
    assert first.as_json() == {
        "rank": 1,
        "contestant": "a",
        "total": total,
        "boards": 2,
        "mean": mean or percent,
    }


def test_what_was_not_played_has_neither_x_nor_award() -> None:
    played, unplayed = reported("official").as_json()["boards"][1]["results"]
    assert played == {"ns": "a / b", "x": {"ns": 10}, "award": {"ns": "3/2"}}
    assert unplayed == {"ns": "c", "x": None, "award": None}


@pytest.mark.parametrize(
    ("tiebreak_text", "told"), [("", None), ("sum of X: 6 to 7", "sum of X: 6 to 7")]
)
def test_tiebreaks_are_told_where_there_are_any(tiebreak_text: str, told: str | None) -> None:
    row = ReportedRow(2, "c", Fraction(1), 1, Fraction(1), tiebreak_text=tiebreak_text)
    assert row.as_json()["tiebreak"] == told
