"""The total: the award is X itself."""

from collections import Counter
from fractions import Fraction

import pytest

from games.options import InvalidOption
from scoring.event_scoring import Result, score_event
from scoring.total import Total


def test_award_is_x_flagged_or_not():
    scale = Total().scale(Counter([5, Fraction(-7, 2)]), Counter([40, 5]), 4)
    assert [scale.award(x, False) for x in (5, Fraction(-7, 2))] == [5, Fraction(-7, 2)]
    assert [scale.award(x, True) for x in (40, 5)] == [40, 5]
    assert (scale.low, scale.high) == (Fraction(-7, 2), 40)


def test_negative_totals_are_ranked():
    boards = {
        number: [Result({"ns": (name,)}, {"ns": x}) for name, x in x_by_contestant.items()]
        for number, x_by_contestant in {1: {"a": -3, "b": -1}, 2: {"a": -2, "b": -5}}.items()
    }
    rows = score_event(boards, ("ns",), Total()).standings[0].rows
    assert [(row.rank, row.contestant, row.total, row.mean) for row in rows] == [
        (1, "a", -5, Fraction(-5, 2)),
        (2, "b", -6, -3),
    ]


def test_total_has_no_option_for_flagged_results():
    with pytest.raises(InvalidOption, match="flagged"):
        Total({"flagged": "in"})
