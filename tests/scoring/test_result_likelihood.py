"""What is unlikely about a result: by hand, and for every game that has two sides."""

from random import Random

import pytest

from games.catalogue import GAMES, get_game
from games.deals import Deal, DealtBoard
from games.exchanged_sides import mirrored
from games.fields import Field, Outcome
from games.forecast import Spread
from games.playout import playout
from scoring.result_likelihood import Hypothesis, RivalBoard, estimate_spread, unlikely_reasons
from scoring.session_evidence import SessionEvidence, is_skipped

SPREAD = Spread(8, 8)
SEED = "5eed" * 16


def test_what_is_expected_lies_between_the_cards_and_the_other_tables() -> None:
    assert Hypothesis(0, forecast_difference=10).expected(SPREAD) == (10, pytest.approx(128**0.5))
    middle, width = Hypothesis(0, forecast_difference=10, residuals=(6.0, 6.0, 6.0)).expected(
        SPREAD
    )
    assert middle == pytest.approx(10 + 6 * 3 / 4)
    assert width == pytest.approx((64 / 4 + 64) ** 0.5)


def test_a_result_that_fits_the_other_side_better_is_asked_about() -> None:
    assert unlikely_reasons(
        Hypothesis(-30, forecast_difference=20), Hypothesis(30, forecast_difference=20), [], SPREAD
    ) == [
        "sides",
        "far",
    ]
    assert unlikely_reasons(
        Hypothesis(-14, forecast_difference=14), Hypothesis(14, forecast_difference=14), [], SPREAD
    ) == ["sides"]
    assert (
        unlikely_reasons(
            Hypothesis(-4, forecast_difference=20),
            Hypothesis(4, forecast_difference=20),
            [],
            SPREAD,
        )
        == []
    )
    assert (
        unlikely_reasons(
            Hypothesis(14, forecast_difference=14),
            Hypothesis(-14, forecast_difference=14),
            [],
            SPREAD,
        )
        == []
    )


def test_the_only_result_of_its_sign_among_many_is_asked_about() -> None:
    others = (18.0, 22.0, 14.0, 20.0, 26.0, 16.0)
    assert "sides" in unlikely_reasons(
        Hypothesis(-18, residuals=others), Hypothesis(18, residuals=others), [], SPREAD
    )


def test_a_result_that_fits_another_board_of_the_round_better_is_asked_about() -> None:
    here, there = (
        Hypothesis(-20, forecast_difference=10, log_call_chance=-3),
        Hypothesis(-20, forecast_difference=-20, log_call_chance=-1),
    )
    assert "board" in unlikely_reasons(here, None, [RivalBoard(there)], SPREAD)
    assert (
        unlikely_reasons(
            here,
            None,
            [RivalBoard(Hypothesis(-20, forecast_difference=12, log_call_chance=-3))],
            SPREAD,
        )
        == []
    )
    exchanged, kept = (
        Hypothesis(8, forecast_difference=10, log_call_chance=-1),
        Hypothesis(8, forecast_difference=-20, log_call_chance=-3),
    )
    unclear = (
        Hypothesis(-8, forecast_difference=-4, log_call_chance=-1),
        Hypothesis(-8, forecast_difference=-12, log_call_chance=-1),
    )
    assert unlikely_reasons(unclear[0], None, [RivalBoard(unclear[1])], SPREAD) == []
    assert unlikely_reasons(
        unclear[0], None, [RivalBoard(unclear[1], False, exchanged, kept)], SPREAD
    ) == ["board"]


def test_out_of_order_is_asked_about_unless_the_cards_say_it_is_meant() -> None:
    assert unlikely_reasons(
        Hypothesis(4), None, [RivalBoard(Hypothesis(4), skipped=True)], SPREAD
    ) == ["order"]
    certain = RivalBoard(Hypothesis(20, forecast_difference=-30, log_call_chance=-4), skipped=True)
    assert (
        unlikely_reasons(
            Hypothesis(20, forecast_difference=20, log_call_chance=-1), None, [certain], SPREAD
        )
        == []
    )
    assert unlikely_reasons(Hypothesis(20), None, [certain], None) == ["order"], (
        "without a spread only the order is known"
    )


def test_a_board_is_skipped_until_a_later_one_has_a_result() -> None:
    own: dict[int, Outcome | None] = {7: None, 8: None, 9: None}
    assert is_skipped(7, 8, own)
    assert not is_skipped(8, 7, own)
    assert not is_skipped(7, 8, own | {9: {}})
    assert not is_skipped(7, 9, own | {7: {}})


def test_the_spread_of_a_room_grows_from_that_of_the_game() -> None:
    assert estimate_spread([], SPREAD) == SPREAD
    wild = estimate_spread([[-40.0, 40.0]] * 20, SPREAD)
    assert wild
    assert wild.board == 8
    assert wild.table == pytest.approx(((20 * 64 + 20 * 3200) / 40) ** 0.5)
    assert estimate_spread([[1.0, 2.0]] * 19, None) is None
    assert estimate_spread([[-10.0, 10.0], [20.0, 40.0]] * 10, None) == Spread(
        pytest.approx(450**0.5), pytest.approx(200**0.5)
    )


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_exchanging_the_sides_twice_changes_nothing(key: str) -> None:
    game = get_game(key)
    if not game.has_play:
        pytest.skip("nothing is dealt")
    board = game.deal(SEED, "", 1)
    outcome: Outcome = playout(game, board, Random(3))["outcome"]
    turned = game.mirrored(outcome)
    if len(game.lines) != 2:
        assert turned is None
    elif turned is not None:
        assert game.mirrored(turned) == outcome
        made, after = game.made(outcome, board).values(), game.made(turned, board).values()
        assert list(made) == list(after)[::-1]


def test_what_is_asked_of_one_seat_cannot_be_exchanged() -> None:
    fields = (
        Field("n_kings", "flag", "Kings", of="n"),
        Field("ns_points", "number", "Points", whole=72),
    )
    assert mirrored(fields, ("ns", "ew"), {"n_kings": True, "ns_points": 40}) is None
    assert mirrored(fields[1:], ("ns", "ew"), {"ns_points": 40}) == {"ns_points": 32}
    assert mirrored(fields[1:], ("n", "e", "s", "w"), {"ns_points": 40}) is None


def test_the_cards_of_the_other_side_promise_the_opposite() -> None:
    game = get_game("botifarra")
    board = game.deal(SEED, "", 3)
    hands = board.known_deal.hands
    next_to = dict(zip("NWSE", "WSEN", strict=True))
    turned = DealtBoard(
        4, next_to[board.dealer], Deal({next_to[seat]: hand for seat, hand in hands.items()})
    )
    for trump in ("oros", "copes", "espases", "bastos", "botifarra"):
        outcome: Outcome = {"trump": trump, "delegated": False}
        assert game.forecast(outcome, turned).difference == pytest.approx(
            -game.forecast(outcome, board).difference
        )


def test_whoever_holds_the_trumps_is_believed_to_have_called_them() -> None:
    game = get_game("botifarra")
    boards = [game.deal(SEED, "", number) for number in range(1, 41)]
    longest = 0
    for board in boards:
        hand = board.known_deal.hands[board.dealer]
        lengths = {
            name: sum(card.suit == suit for card in hand)
            for suit, name in zip("OCEB", ("oros", "copes", "espases", "bastos"), strict=True)
        }
        calls = {
            name: game.forecast({"trump": name, "delegated": False}, board).call for name in lengths
        }
        longest += lengths[max(calls, key=calls.__getitem__)] == max(lengths.values())
    assert longest >= 34


def test_a_renunci_is_asked_about_for_its_order_alone() -> None:
    game = get_game("botifarra")
    known = SessionEvidence(game, lambda number: game.deal(SEED, "", number), {})
    renunci = {
        "trump": "oros",
        "delegated": False,
        "contro": "none",
        "ns_points": None,
        "renunci": "ns",
    }
    assert known.reasons(renunci, 1, {1: None, 2: None}, 0) == []
    assert known.reasons(renunci, 2, {1: None, 2: None}, 0) == ["order"]
