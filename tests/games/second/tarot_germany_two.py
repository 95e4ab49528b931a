"""The German game for two, scored again from its record."""

from tests.games.second._tarot import walk
from tests.games.second._tarot_pay import KINGS, declared, german, points


def x(record):
    """X of each seat: everything it counts."""
    _held, put, tricks, piles = walk(record, dead=int(record["options"]["fool_dead"]), lost=False)
    made = points(put, tricks, piles)
    for seat, word, number in declared(record, "AB", by_dealer=True):
        made[seat] += german(word, number, {})
    for index, (trick, taker) in enumerate(tricks, 1):
        last = index == len(tricks)
        if KINGS.intersection(trick.values()):
            made[taker] += 15 if last else 10
        if "T1" in trick.values():
            made[taker] += 25 if last else 15
    return {seat.lower(): value for seat, value in made.items()}
