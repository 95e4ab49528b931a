"""The sum of X in games with payments, for random play."""

from fractions import Fraction

import pytest

from games.catalogue import get_game
from games.playout import playout, playout_random

SEED = "5e" * 32
NUMBERS = range(1, 41)


def random_result(key, number, **options):
    game = get_game(key, options)
    board = game.deal(SEED, "", number)
    outcome = playout(game, board, playout_random(SEED, game, number))["outcome"]
    return game, outcome, game.raw_results(outcome, board)


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("key", "options", "total"),
    [
        ("tarot_france_1637", {}, 0),
        ("tarot_france_1637", {"players": "2"}, 0),
        ("tarot_france_1637", {"pack": "66"}, 0),
        ("tarot_germany_taroc", {}, 78),
        ("tarot_germany_taroc", {"trumps_further": "5", "refund": "26"}, 78),
        ("tarot_netherlands_1846", {}, 0),
        ("tarot_belgium", {}, 78),
        ("tarot_whist", {}, 0),
        ("tarot_whist", {"declarations": "germany_taroc"}, 0),
    ],
)
def test_payments_do_not_change_the_sum_of_x(key, options, total):
    for number in NUMBERS:
        _game, _outcome, x = random_result(key, number, **options)
        assert sum(x.values()) == total


def test_lowest_seat_of_1781_has_zero_and_halves_are_exact():
    halves = 0
    for number in NUMBERS:
        _game, outcome, x = random_result("tarot_france_1781", number)
        assert min(x.values()) == 0
        assert all(2 * value == int(2 * value) for value in x.values())
        counted = sum(
            Fraction(outcome[f"{seat}_points"]) + Fraction(outcome[f"{seat}_cards"], 2)
            for seat in "abc"
        )
        assert counted == 91
        halves += any(value != int(value) for value in x.values())
    assert halves


def test_nobody_pays_in_the_german_game_for_two():
    earned = 0
    for number in NUMBERS:
        _game, outcome, x = random_result("tarot_germany_two", number)
        assert all(x[seat] >= outcome[f"{seat}_points"] for seat in "ab")
        earned += sum(x.values()) - outcome["a_points"] - outcome["b_points"]
    assert earned > 0


def test_dutch_game_for_four_has_78_points_or_twice_as_many():
    for number in NUMBERS:
        _game, outcome, x = random_result("tarot_netherlands_four", number)
        assert sum(x.values()) == (78 if outcome["all_tricks"] == "none" else 156)


@pytest.mark.parametrize(
    "key", ["tarot_france_1637", "tarot_germany_taroc", "tarot_belgium", "tarot_netherlands_four"]
)
def test_ledger_names_payer_payee_and_reason_of_each_payment(key):
    """No payment in a ledger has zero points."""
    for number in NUMBERS:
        game, outcome, _x = random_result(key, number)
        for payment in game.ledger(outcome):
            assert payment.payer in game.opponents[payment.payee]
            assert payment.amount > 0
            fields = [f"{seat.lower()}_{payment.reason}" for seat in (payment.payer, payment.payee)]
            assert (
                any(outcome[name] not in (0, "none") for name in fields)
                or "refund" in payment.reason
            )


def test_explanation_lists_each_payment_and_leaves_out_zeros():
    game = get_game("tarot_france_1637")
    empty = {field.name: 0 if field.required else field.default for field in game.fields}
    outcome = {**empty, "a_tarots_won": 2, "b_tarots_lost": 1, "c_tarots_won": 3}
    explained = game.explain_x(outcome, game.board(1))
    assert str(explained["a"].sentence) == (
        "A receives 5: Tricks won with a Tarot (the last too) 4, Tarots lost in a trick 1. "
        "A pays 3: Tricks won with a Tarot (the last too) 3."
    )
    assert explained["a"].formula.with_numbers == "4 + 1 − 3"
    assert str(game.notation(outcome, game.board(1))) == (
        "A Tricks won with a Tarot (the last too) 2, B Tarots lost in a trick 1, "
        "C Tricks won with a Tarot (the last too) 3"
    )
    assert str(game.notation(empty, game.board(1))) == "nothing"
