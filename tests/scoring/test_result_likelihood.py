"""Unlikely results: numbers worked out by hand, and swapped sides for every game."""

from random import Random

import pytest

from games.catalogue import GAMES, get_game
from games.deals import BoardSetup, Deal
from games.fields import Field, Outcome
from games.forecast import Spread
from games.playout import playout
from games.swapped_sides import swap_sides
from scoring.result_likelihood import Hypothesis, RivalBoard, estimate_spread, unlikely_reasons
from scoring.session_evidence import SessionEvidence, is_skipped

SPREAD = Spread(8, 8)
SEED = "5eed" * 16


def test_expected_difference_is_between_forecast_and_other_tables() -> None:
    assert Hypothesis(0, forecast_difference=10).expected(SPREAD) == (10, pytest.approx(128**0.5))
    mean, width = Hypothesis(0, forecast_difference=10, residuals=(6.0, 6.0, 6.0)).expected(SPREAD)
    assert mean == pytest.approx(10 + 6 * 3 / 4)
    assert width == pytest.approx((64 / 4 + 64) ** 0.5)


def reasons(entered, swapped=None, *rivals, spread=SPREAD):
    return unlikely_reasons(entered, swapped, rivals, spread)


@pytest.mark.parametrize(
    ("difference", "forecast", "expected"),
    [(-30, 20, ["sides", "cards"]), (-16, 16, ["sides"]), (-4, 20, []), (14, 14, [])],
)
def test_result_that_fits_other_side_better_is_asked_about(
    difference: int, forecast: int, expected: list[str]
) -> None:
    entered = Hypothesis(difference, forecast_difference=forecast)
    swapped = Hypothesis(-difference, forecast_difference=forecast)
    assert reasons(entered, swapped) == expected


def test_result_whose_sign_differs_from_all_others_is_asked_about() -> None:
    residuals = (18.0, 22.0, 14.0, 20.0, 26.0, 16.0)
    entered, swapped = (Hypothesis(x, residuals=residuals) for x in (-18, 18))
    assert reasons(entered, swapped) == ["sides", "far"]


def test_result_that_fits_another_board_better_is_asked_about() -> None:
    entered = Hypothesis(-20, forecast_difference=10, log_call_probability=-3)
    better = RivalBoard(Hypothesis(-20, forecast_difference=-20, log_call_probability=-1))
    similar = RivalBoard(Hypothesis(-20, forecast_difference=12, log_call_probability=-3))
    assert "board" in reasons(entered, None, better)
    assert reasons(entered, None, similar) == []


def test_stored_result_of_the_other_board_can_confirm_an_exchange() -> None:
    entered = Hypothesis(-8, forecast_difference=-4, log_call_probability=-1)
    entered_there = Hypothesis(-8, forecast_difference=-12, log_call_probability=-1)
    stored_here = Hypothesis(8, forecast_difference=10, log_call_probability=-1)
    stored_there = Hypothesis(8, forecast_difference=-20, log_call_probability=-3)
    assert reasons(entered, None, RivalBoard(entered_there)) == []
    exchange = RivalBoard(entered_there, False, stored_here, stored_there)
    assert reasons(entered, None, exchange) == ["board"]


def test_result_out_of_order_is_asked_about_unless_cards_confirm_it() -> None:
    skipped = RivalBoard(Hypothesis(4), is_skipped=True)
    assert reasons(Hypothesis(4), None, skipped) == ["order"]
    unlikely_there = RivalBoard(
        Hypothesis(20, forecast_difference=-30, log_call_probability=-4), is_skipped=True
    )
    likely_here = Hypothesis(20, forecast_difference=20, log_call_probability=-1)
    assert reasons(likely_here, None, unlikely_there) == []


def test_only_the_order_is_asked_about_without_a_spread() -> None:
    skipped = RivalBoard(
        Hypothesis(20, forecast_difference=-30, log_call_probability=-4), is_skipped=True
    )
    assert reasons(Hypothesis(20), None, skipped, spread=None) == ["order"]


def test_board_is_skipped_until_later_one_has_a_result() -> None:
    table_outcomes: dict[int, Outcome | None] = {7: None, 8: None, 9: None}
    assert is_skipped(7, 8, table_outcomes)
    assert not is_skipped(8, 7, table_outcomes)
    assert not is_skipped(7, 8, table_outcomes | {9: {}})
    assert not is_skipped(7, 9, table_outcomes | {7: {}})


def test_spread_is_estimated_from_prior_and_residuals() -> None:
    assert estimate_spread([], SPREAD) == SPREAD
    estimate = estimate_spread([[-40.0, 40.0]] * 20, SPREAD)
    assert estimate
    assert estimate.board_deviation == 8
    assert estimate.table_deviation == pytest.approx(((20 * 64 + 20 * 3200) / 40) ** 0.5)
    assert estimate_spread([[1.0, 2.0]] * 19, None) is None
    assert estimate_spread([[-10.0, 10.0], [20.0, 40.0]] * 10, None) == Spread(
        pytest.approx(450**0.5), pytest.approx(200**0.5)
    )


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_swapping_sides_twice_restores_the_outcome(key: str) -> None:
    game = get_game(key)
    if not game.has_play:
        pytest.skip("nothing is dealt")
    board = game.deal(SEED, "", 1)
    outcome: Outcome = playout(game, board, Random(3))["outcome"]
    swapped = game.swap_sides(outcome)
    if len(game.lines) != 2:
        assert swapped is None
    elif swapped is not None:
        assert game.swap_sides(swapped) == outcome
        xs, swapped_xs = (
            game.table_points(outcome, board).values(),
            game.table_points(swapped, board).values(),
        )
        assert list(xs) == list(swapped_xs)[::-1]


def test_sides_of_a_field_of_a_single_seat_cannot_be_swapped() -> None:
    fields = (
        Field("n_kings", "flag", "Kings", owner="n"),
        Field("ns_points", "number", "Points", split_total=72),
    )
    assert swap_sides(fields, ("ns", "ew"), {"n_kings": True, "ns_points": 40}) is None
    assert swap_sides(fields[1:], ("ns", "ew"), {"ns_points": 40}) == {"ns_points": 32}
    assert swap_sides(fields[1:], ("n", "e", "s", "w"), {"ns_points": 40}) is None


def test_forecast_of_rotated_hands_is_the_opposite() -> None:
    game = get_game("botifarra")
    board = game.deal(SEED, "", 3)
    hands = board.known_deal.hands
    next_seat = dict(zip("NWSE", "WSEN", strict=True))
    rotated = BoardSetup(
        4, next_seat[board.dealer], Deal({next_seat[seat]: hand for seat, hand in hands.items()})
    )
    for trump in ("oros", "copes", "espases", "bastos", "botifarra"):
        outcome: Outcome = {"trump": trump, "delegated": False}
        assert game.forecast(outcome, rotated).difference == pytest.approx(
            -game.forecast(outcome, board).difference
        )


def test_longest_suit_is_usually_the_likeliest_call() -> None:
    game = get_game("botifarra")
    boards = [game.deal(SEED, "", number) for number in range(1, 41)]
    longest_call_count = 0
    for board in boards:
        hand = board.known_deal.hands[board.dealer]
        lengths = {
            name: sum(card.suit == suit for card in hand)
            for suit, name in zip("OCEB", ("oros", "copes", "espases", "bastos"), strict=True)
        }
        calls = {
            name: game.forecast({"trump": name, "delegated": False}, board).call_log_probability
            for name in lengths
        }
        longest_call_count += lengths[max(calls, key=calls.__getitem__)] == max(lengths.values())
    assert longest_call_count >= 34


def test_renunci_is_asked_about_for_its_order_only() -> None:
    game = get_game("botifarra")
    evidence = SessionEvidence(game, lambda number: game.deal(SEED, "", number), {})
    renunci = {
        "trump": "oros",
        "delegated": False,
        "contro": "none",
        "ns_points": None,
        "renunci": "ns",
    }
    assert evidence.reasons(renunci, 1, {1: None, 2: None}, 0) == []
    assert evidence.reasons(renunci, 2, {1: None, 2: None}, 0) == ["order"]
