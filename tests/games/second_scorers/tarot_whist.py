"""Second scorer of Tarok-Whist."""

from tests.games.second_scorers._tarot_cards import sides_by_seat
from tests.games.second_scorers._tarot_declarations import german_worth
from tests.games.second_scorers._tarot_payments import card_points, declarations, opponents, pay
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of both sides: points above 36, and payments."""
    piles, tricks = piles_and_tricks(record, "NESW", sides_by_seat(record), dead_tricks=5)
    side_points = card_points(record, piles, tricks)
    for seat, word, number in declarations(record, "NESW", by_dealer=True):
        pay(side_points, seat, german_worth(word, number, {}), opponents("NESW", seat))
    return {
        "ns": side_points["N"] + side_points["S"] - 36,
        "ew": side_points["E"] + side_points["W"] - 36,
    }
