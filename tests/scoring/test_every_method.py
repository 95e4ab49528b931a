"""Rules that hold for every method of the catalogue."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.options import UnknownName
from scoring.catalogue import METHODS, SEAT_METHODS, TIEBREAKS, get_method, get_tiebreaks
from scoring.event_scoring import Result, score_event

DOCS = Path(__file__).parent.parent.parent / "docs" / "scoring"
x_and_flag_lists = st.lists(st.tuples(st.integers(-72, 72), st.booleans()), min_size=1, max_size=8)


@pytest.fixture(params=(*METHODS, *SEAT_METHODS), ids=lambda method: method.key)
def method(request):
    return request.param()


def test_every_method_and_its_options_are_documented(method):
    page = (DOCS / f"{method.key}.md").read_text()
    assert f"`{method.key}`" in page
    assert all(f"`{option}`" in page for option in method.options)


def test_every_tiebreak_is_documented():
    page = (DOCS / "tiebreaks.md").read_text()
    assert all(f"`{tiebreak.key}`" in page for tiebreak in TIEBREAKS)


def test_methods_and_tiebreaks_are_found_by_key():
    methods = [*METHODS, *SEAT_METHODS]
    assert [type(get_method(method.key)) for method in methods] == methods
    keys = [tiebreak.key for tiebreak in reversed(TIEBREAKS)]
    assert [tiebreak.key for tiebreak in get_tiebreaks(keys)] == keys
    with pytest.raises(UnknownName, match=r"no tie-break 'dice'.*tops, head_to_head"):
        get_tiebreaks(["tops", "dice"])


@given(x_and_flag_lists)
def test_higher_x_never_scores_less(entries):
    for method in METHODS:
        ordinary = Counter(x for x, flagged in entries if not flagged)
        scale = method().scale(
            ordinary, Counter(x for x, flagged in entries if flagged), len(entries) + 1
        )
        for awards in (scale.ordinary, scale.flagged):
            awards_by_rising_x = [Fraction(awards[x], scale.denominator) for x in sorted(awards)]
            assert awards_by_rising_x == sorted(awards_by_rising_x)


@given(x_and_flag_lists, st.randoms(use_true_random=False))
def test_order_of_tables_does_not_change_standings(entries, random):
    board = [
        Result({"ns": (f"n{table}",), "ew": (f"e{table}",)}, {"ns": x, "ew": -x}, flag)
        for table, (x, flag) in enumerate(entries)
    ]
    shuffled = random.sample(board, len(board))
    for method in (*METHODS, *SEAT_METHODS):
        standings = [
            score_event({1: results}, ("ns", "ew"), method()).standings
            for results in (board, shuffled)
        ]
        assert standings[0] == standings[1]


def test_flagged_result_does_not_change_ordinary_awards_by_default(method):
    scales = [
        method.scale(Counter([1, 2, 4]), Counter([flagged_x]), 4) for flagged_x in (-70, 3, 70)
    ]
    assert len({tuple(scale.award(x, False) for x in (1, 2, 4)) for scale in scales}) == 1
