"""What every method of the catalogue keeps to."""

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
results = st.lists(st.tuples(st.integers(-72, 72), st.booleans()), min_size=1, max_size=8)


@pytest.fixture(params=(*METHODS, *SEAT_METHODS), ids=lambda method: method.key)
def method(request):
    return request.param()


def test_every_method_has_its_page_and_every_option_stands_there(method):
    page = (DOCS / f"{method.key}.md").read_text()
    assert f"`{method.key}`" in page
    assert all(f"`{option}`" in page for option in method.options)


def test_every_tiebreak_stands_on_their_page():
    page = (DOCS / "tiebreaks.md").read_text()
    assert all(f"`{tiebreak.key}`" in page for tiebreak in TIEBREAKS)


def test_keys_lead_back_to_what_they_name():
    every = [*METHODS, *SEAT_METHODS]
    assert [type(get_method(method.key)) for method in every] == every
    keys = [tiebreak.key for tiebreak in reversed(TIEBREAKS)]
    assert [tiebreak.key for tiebreak in get_tiebreaks(keys)] == keys
    with pytest.raises(UnknownName, match=r"no tie-break 'dice'.*tops, head_to_head"):
        get_tiebreaks(["tops", "dice"])


@given(results)
def test_more_is_never_worth_less(said):
    for method in METHODS:
        ordinary = Counter(x for x, flagged in said if not flagged)
        scale = method().scale(
            ordinary, Counter(x for x, flagged in said if flagged), len(said) + 1
        )
        for awards in (scale.ordinary, scale.flagged):
            in_order = [Fraction(awards[x], scale.denominator) for x in sorted(awards)]
            assert in_order == sorted(in_order)


@given(results, st.randoms(use_true_random=False))
def test_the_order_of_tables_changes_nothing(said, random):
    board = [
        Result({"ns": (f"n{t}",), "ew": (f"e{t}",)}, {"ns": x, "ew": -x}, flag)
        for t, (x, flag) in enumerate(said)
    ]
    mixed = random.sample(board, len(board))
    for method in (*METHODS, *SEAT_METHODS):
        standings = [
            score_event({1: each}, ("ns", "ew"), method()).standings for each in (board, mixed)
        ]
        assert standings[0] == standings[1]


def test_a_flagged_result_moves_nobody_unless_it_is_counted(method):
    scales = [method.scale(Counter([1, 2, 4]), Counter([far]), 4) for far in (-70, 3, 70)]
    assert len({tuple(scale.award(x, False) for x in (1, 2, 4)) for scale in scales}) == 1
