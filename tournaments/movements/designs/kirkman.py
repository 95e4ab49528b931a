"""Kirkman triple systems: everybody meets everybody once, three at a table, and nobody rests."""

from collections.abc import Iterator
from functools import cache

from tournaments.movements.base.individual_movement import Table, Tables
from tournaments.movements.designs.affine import parallel_classes

PRIMITIVE_ROOTS = {7: 3, 13: 2}
"""A primitive root for each prime 6t + 1 that Ray-Chaudhuri and Wilson's construction is used
with."""

SCHOOLGIRLS = (
    "ABC DEF GHI JKL MNO, ADG BEH CJM FKN ILO, AEO BIJ CDN FHL GKM, AIM BDL CEK FGO HJN, "
    "AFJ BKO CGL DHM EIN, AHK BGN CFI DJO ELM, ALN BFM CHO DIK EGJ"
)
"""Kirkman's fifteen (Query VI, The Lady's and Gentleman's Diary, 1850)."""


def has_kirkman_system(players: int) -> bool:
    """Whether there is a system for so many here."""
    return players in (9, 15, 27) or players in (3 * q for q in PRIMITIVE_ROOTS)


@cache
def kirkman_rounds(players: int) -> tuple[Tables, ...]:
    """All rounds for a number that `has_kirkman_system`, players numbered from 1."""
    if players == 15:
        return tuple(_read(written) for written in SCHOOLGIRLS.split(", "))
    if players // 3 in PRIMITIVE_ROOTS:
        return tuple(_ray_chaudhuri_wilson(players // 3))
    return parallel_classes({9: 2, 27: 3}[players], 3)


def _read(written: str) -> Tables:
    return tuple(tuple(ord(letter) - ord("A") + 1 for letter in table) for table in written.split())


def _ray_chaudhuri_wilson(q: int) -> Iterator[Tables]:
    """Three circles of q = 6t + 1: a first round that is moved on q times, and 3t rounds of one
    table each moved on (Ray-Chaudhuri and Wilson, *Solution of Kirkman's schoolgirl problem*,
    1971)."""
    t = q // 6
    powers = [pow(PRIMITIVE_ROOTS[q], exponent, q) for exponent in range(q - 1)]
    three = [[powers[(i + 2 * t * each) % (q - 1)] for each in range(3)] for i in range(6 * t)]
    apart = [tuple(circle * q + at for circle, at in enumerate(places)) for places in three]
    together = [
        tuple(circle * q + at for at in places) for places in three[:t] for circle in range(3)
    ]
    first = [(0, q, 2 * q), *together, *(table for i, table in enumerate(apart) if i // t % 2)]
    for step in range(q):
        yield tuple(_moved(table, step, q) for table in first)
    for table in (table for i, table in enumerate(apart) if i // t % 2 == 0):
        yield tuple(_moved(table, step, q) for step in range(q))


def _moved(table: Table, step: int, q: int) -> Table:
    return tuple(at // q * q + (at % q + step) % q + 1 for at in table)
