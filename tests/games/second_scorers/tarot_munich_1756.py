"""Second scorer of the tarot game of Munich."""

from tests.games.second_scorers._tarot_cards import sides_by_seat
from tests.games.second_scorers._tarot_payments import card_points
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of both lines."""
    later_duplicate_wins = record["options"]["equal"] == "later"
    side_points = card_points(
        record,
        *piles_and_tricks(
            record, "NWSE", sides_by_seat(record), later_duplicate_wins=later_duplicate_wins
        ),
    )
    return {"ns": side_points["N"] + side_points["S"], "ew": side_points["E"] + side_points["W"]}
