"""Decimals, tie-breaks and winners of a ranking."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.text import Text
from scoring.ranks import CarriedOver
from tournaments.models import Event
from tournaments.queries.clubs.programme import deciding_figure
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking, TieBreakLead
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredRow
from tournaments.templatetags.awards import rail_notch, rail_position, ranking_figure

# A contestant with a total of 0 on 8 boards, without penalties or tie-breaks.
ROW = RankedContestant(
    rank=1,
    number=1,
    names="",
    total=Fraction(0),
    boards=8,
    mean=Fraction(0),
    last_award=None,
    percent=None,
    penalty=Fraction(0),
    penalty_reasons=(),
    tiebreak_lead=None,
)


def ranking_of_totals(*totals: str, boards: tuple[int, ...] = ()) -> ShownRanking:
    """Return a ranking of these totals; each contestant has played 8 boards by default."""
    played = boards or (8,) * len(totals)
    rows = [
        replace(
            ROW,
            rank=rank,
            number=rank,
            total=Fraction(total),
            boards=number,
            mean=Fraction(total) / number,
        )
        for rank, (total, number) in enumerate(zip(totals, played, strict=True), 1)
    ]
    return ShownRanking("all", rows)


@pytest.mark.parametrize(
    ("totals", "decimals"),
    [
        (("12.5", "12", "11"), 2),
        (("12.5", "12.5", "11"), 2),
        (("12.504", "12.501"), 3),
        (("12.162", "12.154"), 2),
        (("12.5004", "12.5001"), 3),
        ((), 2),
    ],
)
def test_totals_have_three_decimals_where_two_would_make_neighbours_look_alike(
    totals: tuple[str, ...], decimals: int
) -> None:
    ranking = ranking_of_totals(*totals)
    assert (ranking.decimals, ranking.mean_decimals) == (decimals, 3)


def test_deciding_figure_has_the_decimals_of_the_ranking() -> None:
    rows = tuple(
        StoredRow(
            rank=rank,
            number=rank,
            contestant="",
            total=Fraction(total),
            boards=8,
            mean=Fraction(total) / 8,
            percent=None,
            penalty=Fraction(0),
            penalty_reasons=(),
            tiebreak=None,
        )
        for rank, total in ((1, "12.504"), (2, "12.501"))
    )
    event = Event(game_key="botifarra", method_key="min_max")
    total, _label, decimals = deciding_figure(event, StoredRanking("all", rows), rows[0])
    assert (total, decimals) == (Fraction("12.504"), 3)


def test_ranking_mean_has_three_decimals() -> None:
    ranking = ranking_of_totals("12.01", "15", boards=(8, 10))
    assert ranking.ranked_by == "mean"
    assert (ranking.decimals, ranking.mean_decimals) == (2, 3)
    assert len({f"{float(row.mean):.{ranking.mean_decimals}f}" for row in ranking.rows}) == 2


def test_tie_break_that_orders_all_equal_totals_is_named_once() -> None:
    wins = replace(ranking_of_totals("3", "3", "3", "1"), ranks_by_total=True)
    first, second, third, last = wins.rows
    leads = [
        TieBreakLead(
            key="",
            name="difference",
            value=Fraction(value),
            next_value=Fraction(value - 7),
            shows_values=True,
        )
        for value in (20, 13)
    ]
    rows = [
        replace(first, tiebreak_lead=leads[0]),
        replace(second, tiebreak_lead=leads[1]),
        third,
        last,
    ]
    tied = replace(wins, rows=rows)
    assert tied.common_tiebreak == Text("difference")
    values = {number: text.params["value"].number for number, text in tied.tiebreak_values.items()}
    assert values == {1: 20, 2: 13, 3: 6}
    assert replace(wins, rows=[rows[0], second, third, last]).common_tiebreak is None


def test_wins_are_shown_whole_or_in_halves() -> None:
    assert replace(ranking_of_totals("3", "2"), ranks_by_total=True).decimals == 0
    assert replace(ranking_of_totals("3.5", "2"), ranks_by_total=True).decimals == 1


def test_wins_and_their_carried_part_have_the_same_decimals() -> None:
    ranking = ranking_of_totals("3", "2")
    carried = replace(ranking.rows[0], carried=CarriedOver(Fraction(1, 2)))
    assert replace(ranking, ranks_by_total=True, rows=[carried, ranking.rows[1]]).decimals == 1


def test_winners_are_the_first_three_ranks_except_in_small_rankings() -> None:
    assert ranking_of_totals("3", "2", "1").winners == []
    rows = ranking_of_totals("5", "4", "3", "3", "1").rows
    tied = [replace(row, rank=rank) for row, rank in zip(rows, (1, 2, 3, 3, None), strict=True)]
    assert [row.number for row in ShownRanking("all", tied).winners] == [1, 2, 3, 4]


def test_means_that_look_alike_are_told_apart_by_a_fourth_decimal() -> None:
    ranking = ranking_of_totals("18.7348", "17.1684", "14.5", boards=(12, 11, 10))
    assert [ranking_figure(row, ranking) for row in ranking.rows] == ["1.561", "1.561", "1.450"]
    assert {number: str(lead) for number, lead in ranking.leads_in_unshown_decimals.items()} == {
        1: "1.5612, next 1.5608"
    }


def test_equal_means_have_three_decimals() -> None:
    rows = [replace(ROW, mean=Fraction(3, 2), boards=boards) for boards in (4, 5)]
    ranking = ShownRanking("all", rows)
    assert [ranking_figure(row, ranking) for row in ranking.rows] == ["1.500", "1.500"]


def test_lead_is_the_difference_of_the_totals_shown() -> None:
    assert ranking_of_totals("10.0064", "9.8337").lead == Fraction("0.18")  # 10.01 and 9.83
    assert ranking_of_totals("10.005", "9.5").lead == Fraction("0.51")  # pages round halves up
    assert ranking_of_totals("12.504", "12.501").lead == Fraction("0.003")
    assert ranking_of_totals("12.5004", "12.5001").lead is None
    assert ranking_of_totals("12.5", "12.5").lead is None


def test_ranking_is_level_while_nobody_is_ahead() -> None:
    ranking = ranking_of_totals("12", "12", "11")
    assert not ranking.is_level
    assert replace(ranking, rows=[replace(row, rank=1) for row in ranking.rows]).is_level


@pytest.mark.parametrize(
    ("totals", "positions", "notch"),
    [
        (("13", "12", "11"), [100, 50, 0], 50),
        (("14", "11.5", "10"), [100, 38, 0], 50),
        (("14", "13"), [100, 50], 0),  # 1.5 is always on the rail
        (("12", "12"), [50, 50], 50),
    ],
)
def test_rail_of_a_ranking_goes_from_its_lowest_mean_to_its_highest(
    totals: tuple[str, ...], positions: list[int], notch: int
) -> None:
    ranking = ranking_of_totals(*totals)
    assert [rail_position(row.mean, ranking) for row in ranking.rows] == positions
    assert rail_notch(ranking) == notch
