"""The report of an event: the same JSON keys on every scale, and a mean or a percentage."""

from fractions import Fraction

import pytest

from scoring.event_report import EventReport, ReportedRow
from scoring.event_scoring import Result, score_event
from scoring.min_max import MinMax
from tournaments.management.event_report_text import DISPLAY_SCALES, scored_report

BOARDS = {
    1: [Result({"ns": ("a", "b")}, {"ns": 40}), Result({"ns": ("c",)}, {"ns": -20})],
    2: [Result({"ns": ("a", "b")}, {"ns": 10}), Result({"ns": ("c",)}, {})],
}


def report_of(scale: str) -> EventReport:
    return scored_report(BOARDS, score_event(BOARDS, ("ns",), MinMax()), DISPLAY_SCALES[scale])


@pytest.mark.parametrize(
    ("scale", "mean", "percent", "total"),
    [("official", "7/4", None, "7/2"), ("percent", None, "75", "150")],
)
def test_row_has_either_mean_or_percent(
    scale: str, mean: str | None, percent: str | None, total: str
) -> None:
    """The key `mean` of the JSON holds the percentage on scales that have no mean."""
    first_row = report_of(scale).rankings[0].rows[0]
    assert first_row.mean == (mean and Fraction(mean))
    assert first_row.percent == (percent and Fraction(percent))
    assert first_row.as_json() == {
        "rank": 1,
        "contestant": "a",
        "total": total,
        "boards": 2,
        "mean": mean or percent,
    }


def test_unplayed_result_has_neither_x_nor_award() -> None:
    played, unplayed = report_of("official").as_json()["boards"][1]["results"]
    assert played == {"ns": "a / b", "x": {"ns": 10}, "award": {"ns": "3/2"}}
    assert unplayed == {"ns": "c", "x": None, "award": None}


@pytest.mark.parametrize(
    ("tiebreak_text", "tiebreak"), [("", None), ("sum of X: 6 to 7", "sum of X: 6 to 7")]
)
def test_row_names_its_tiebreak_if_any(tiebreak_text: str, tiebreak: str | None) -> None:
    row = ReportedRow(2, "c", Fraction(1), 1, Fraction(1), tiebreak_text=tiebreak_text)
    assert row.as_json()["tiebreak"] == tiebreak
