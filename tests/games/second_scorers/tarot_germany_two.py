"""The German game for two, scored again from its record."""

from tests.games.second_scorers._tarot_pay import KINGS, declared, points
from tests.games.second_scorers._tarot_walk import won
from tests.games.second_scorers._tarot_worth import german


def x(record):
    """X of each seat: everything it counts."""
    piles, tricks = won(record, "AB", dead=int(record["options"]["fool_dead"]), forfeit=False)
    made = points(record, piles, tricks)
    for seat, word, number in declared(record, "AB", by_dealer=True):
        made[seat] += german(word, number, {})
    for index, (taker, trick) in enumerate(tricks, 1):
        last = index == len(tricks)
        if KINGS.intersection(dict(trick).values()):
            made[taker] += 15 if last else 10
        if "T1" in dict(trick).values():
            made[taker] += 25 if last else 15
    return {seat.lower(): value for seat, value in made.items()}
