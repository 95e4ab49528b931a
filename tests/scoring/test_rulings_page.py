"""The numbers of the pages about given awards, computed again, and published figures."""

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.adjusted.averages import PERCENTS, Average
from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.adjusted.awards import adjusted_award_value, hypothetical_award
from scoring.adjusted.kinds import WeightedAward, WeightedX
from scoring.catalogue import METHODS, SEAT_METHODS, TEAM_METHODS, get_method
from scoring.frequencies import FieldResults
from scoring.method import UNPLAYED
from scoring.ranks import rank
from scoring.small_groups import SMALL_GROUPS, fixed_percents
from tests.scenes.award_tallies import StoredAward, tally

ROOT = Path(__file__).parents[2]
PAGE = "\n".join(
    (ROOT / "docs" / "scoring" / f"{page}.md").read_text()
    for page in ("rulings", "fouled_boards", "rests")
)
TEXT = " ".join(PAGE.split())
GOLDEN = json.loads(
    (ROOT / "tests" / "golden" / "rulings_at_bridge.json").read_text(), parse_float=Fraction
)
FIVE_DUE = Counter([10, 4, 4, -6])


def table(first, second):
    """Return the cells of the table whose header has these first columns."""
    header = f"| {first} | {second} |"
    block = PAGE[PAGE.index(header) :].partition("\n\n")[0]
    return [
        [cell.strip() for cell in row.strip("| ").split(" | ")] for row in block.splitlines()[2:]
    ]


def number(cell):
    return Fraction(cell.replace("−", "-"))


def numbers(cell):
    return [number(text) for text in cell.split(", ")]


def method_of(cell):
    return get_method(re.match(r"`(\w+)`", cell)[1])


def own_boards_of(cell):
    """Parse awards on other boards, each with its top if it has one."""
    awards = [text.split(" of ") for text in cell.replace("−", "-").split(", ")]
    total = sum(Fraction(award[0]) for award in awards)
    tops = sum(Fraction(award[1]) for award in awards if len(award) > 1)
    return AwardSums(total, Fraction(len(awards)), Fraction(tops))


def average(method, kind, own_boards):
    return adjusted_award_value(method, kind, FieldResults(FIVE_DUE, {}, 5), own_boards)


def test_documented_averages_are_correct():
    rows = table("method", "average")
    assert {method_of(row[0]).key for row in rows} == {
        method.key for method in METHODS if method.supports_averages
    }
    for row in rows:
        method = method_of(row[0])
        assert [average(method, kind, NO_BOARDS) for kind in Average] == [
            number(text) for text in row[1:4]
        ]


def test_page_names_methods_without_averages():
    without = [
        method
        for method in (*METHODS, *SEAT_METHODS, *TEAM_METHODS)
        if not method.supports_averages
    ]
    expected = {"total", "wins", "placement"} | {method.key for method in TEAM_METHODS}
    assert {method.key for method in without} == expected
    assert (
        "In `total`, `wins` and `placement`, and in all methods for teams, averages are not offered"
        in TEXT
    )


def test_documented_averages_with_own_mean_are_correct():
    rows = table("method", "other boards")
    assert len(rows) == 7
    for name, boards, mean, plus, minus in rows:
        method, own_boards = method_of(name), own_boards_of(boards)
        assert own_boards.mean(method.top(5)) == number(mean)
        assert average(method, Average.PLUS, own_boards) == number(plus)
        assert average(method, Average.MINUS, own_boards) == number(minus)
        assert average(method, Average.AVERAGE, own_boards) == average(
            method, Average.AVERAGE, NO_BOARDS
        )


def test_documented_weighted_awards_are_correct():
    half, others = Fraction(1, 2), FieldResults(FIVE_DUE, {}, 5)
    mixed = WeightedAward((WeightedX(half, 30), WeightedX(half, -6)))
    for name, high, low, weighted, of_mean in table("method", "X 30"):
        method = method_of(name)
        awards = [hypothetical_award(method, x, others) for x in (30, -6, 12)]
        assert awards == [number(text) for text in (high, low, of_mean)]
        assert adjusted_award_value(method, mixed, others, NO_BOARDS) == number(weighted)


def test_documented_weighted_differences_are_correct():
    sentence = "a difference of 12 with weight 3/5 and one of −4 with 2/5 add 3/5"
    assert sentence in TEXT
    mixed = WeightedAward((WeightedX(Fraction(3, 5), 12), WeightedX(Fraction(2, 5), -4)))
    assert get_method("board_a_match").score_match([mixed], 1)[:2] == (
        Fraction(3, 5),
        Fraction(2, 5),
    )
    assert get_method("aggregate").score_match([mixed, 1], 2).first == Fraction(28, 5) + 1
    points = get_method("victory_points", {"deviation": "6"})
    assert points.score_match([mixed], 1) == points.score_match([Fraction(28, 5)], 1)


def test_documented_groups_are_scored_correctly():
    for name, three, four in table("method", "a group of three made 8, 4, 0"):
        method = method_of(name)
        for xs, awards in (([8, 4, 0], three), ([12, 5, 5, -3], four)):
            scale = method.scale_of_group(Counter(xs), {}, len(xs), 7)
            assert [scale.award(x, False) for x in xs] == numbers(awards)


def test_groups_match_published_percentages():
    method, due = get_method("matchpoints"), GOLDEN["fouled"]["due"]
    for group in GOLDEN["fouled"]["groups"]:
        xs = list(range(group["results"]))
        best = method.scale_of_group(Counter(xs), {}, len(xs), due).award(xs[-1], False)
        percent = 100 * best / method.top(due)
        assert abs(percent - group["best_in_percent_of_the_top"]) <= Fraction(1, 20)
    assert "32/3 and 45/4 are 88.9 % and 93.8 % of the top, 12" in TEXT


def test_averages_match_published_percentages():
    assert {average.value: percent for average, percent in PERCENTS.items()} == GOLDEN[
        "averages_in_percent"
    ]


def test_small_groups_match_published_percentages():
    for places in GOLDEN["small_groups_in_percent"]:
        xs = range(len(places), 0, -1)
        assert list(fixed_percents("70/60/50", Counter(xs), xs).values()) == places


GROUPS = {
    "one": [1],
    "two": [2, 1],
    "two equal": [1, 1],
    "three": [3, 2, 1],
    "three, the best two equal": [3, 3, 1],
    "three equal": [1, 1, 1],
}


@pytest.mark.parametrize("key", ["min_max", "matchpoints"])
def test_documented_small_groups_are_scored_correctly(key):
    rows = table("results", "`fixed60`")
    assert [row[0] for row in rows] == list(GROUPS)
    for name, *cells in rows:
        xs = GROUPS[name]
        for rule, cell in zip(SMALL_GROUPS.choices[1:], cells, strict=True):
            method = get_method(key, {"small_groups": rule})
            scale = method.scale_of_group(Counter(xs), {}, len(xs), 7)
            awards = [method.percent_award(percent, 7) for percent in numbers(cell)]
            assert [scale.award(x, False) for x in xs] == awards


def test_documented_rests_are_correct():
    for awards, penalty, total, mean, total_with, mean_with in table("awards", "penalty"):
        counted = [StoredAward("pair", award) for award in numbers(awards)]
        tallies = tally(counted, {"pair": number(penalty)})
        (row,) = rank(tallies, Fraction(0))
        assert (row.total, row.mean) == (number(total), number(mean))
        (row,) = rank(
            tallies.with_credits({"pair": tallies.own_boards("pair").scaled_to(1)}), Fraction(0)
        )
        assert (row.total, row.mean, row.boards) == (number(total_with), number(mean_with), 2)


def test_documented_own_mean_example_is_correct():
    (_pair, awards, played, mean, sit_out, board, total, whole), *others = table("pair", "awards")
    own_boards = AwardSums(sum(numbers(awards)), Fraction(len(numbers(awards))))
    assert (own_boards.boards, own_boards.mean(None)) == (number(played), number(mean))
    assert (own_boards.scaled_to(2).total, own_boards.scaled_to(1).total) == (
        number(sit_out),
        number(board),
    )
    all_boards = own_boards.plus(own_boards.scaled_to(3))
    assert (all_boards.total, all_boards.mean(None), all_boards.boards) == (
        number(total),
        number(whole),
        6,
    )
    assert not others


def test_page_names_methods_with_unplayed_option():
    keys = [method.key for method in (*METHODS, *TEAM_METHODS) if UNPLAYED in method.all_options()]
    assert keys == ["min_max", "matchpoints", "butler"]
    assert "The option `unplayed` of `min_max`, `matchpoints` and `butler`" in TEXT
