"""Second scorer of Tarok-Whist."""

from tests.games.second_scorers._tarot_cards import sides_by_seat
from tests.games.second_scorers._tarot_declarations import german_worth
from tests.games.second_scorers._tarot_payments import card_points, declarations, opponents, pay
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of both sides: points above 36, and payments."""
    piles, tricks = piles_and_tricks(record, "NESW", sides_by_seat(record), dead_tricks=5)
    made = card_points(record, piles, tricks)
    for seat, word, number in declarations(record, "NESW", by_dealer=True):
        pay(made, seat, german_worth(word, number, {}), opponents("NESW", seat))
    return {"ns": made["N"] + made["S"] - 36, "ew": made["E"] + made["W"] - 36}
