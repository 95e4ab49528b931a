"""Second scorer of the German game for two."""

from tests.games.second_scorers._tarot_declarations import german_worth
from tests.games.second_scorers._tarot_payments import KINGS, card_points, declarations
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of each seat: card points, declarations and bonuses."""
    piles, tricks = piles_and_tricks(
        record, "AB", dead_tricks=int(record["options"]["fool_dead"]), is_forfeited=False
    )
    side_points = card_points(record, piles, tricks)
    for seat, word, number in declarations(record, "AB", by_dealer=True):
        side_points[seat] += german_worth(word, number, {})
    for index, (taker, trick) in enumerate(tricks, 1):
        last = index == len(tricks)
        if KINGS.intersection(dict(trick).values()):
            side_points[taker] += 15 if last else 10
        if "T1" in dict(trick).values():
            side_points[taker] += 25 if last else 15
    return {seat.lower(): value for seat, value in side_points.items()}
