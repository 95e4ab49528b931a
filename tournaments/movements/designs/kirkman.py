"""Kirkman triple systems: tables of three at which any two players meet exactly once."""

from collections.abc import Iterator
from functools import cache

from tournaments.movements.base.individual_movement import Table, Tables
from tournaments.movements.designs.affine import parallel_classes

# A primitive root of each prime 6t + 1 for which Ray-Chaudhuri and Wilson's construction is used.
PRIMITIVE_ROOTS = {7: 3, 13: 2}

# Kirkman's fifteen schoolgirls (Query VI, The Lady's and Gentleman's Diary, 1850).
SCHOOLGIRL_ROUNDS = (
    "ABC DEF GHI JKL MNO, ADG BEH CJM FKN ILO, AEO BIJ CDN FHL GKM, AIM BDL CEK FGO HJN, "
    "AFJ BKO CGL DHM EIN, AHK BGN CFI DJO ELM, ALN BFM CHO DIK EGJ"
)


def has_kirkman_system(player_count: int) -> bool:
    """Return whether a system for this number of players is implemented."""
    return player_count in (9, 15, 27) or player_count in (3 * q for q in PRIMITIVE_ROOTS)


@cache
def kirkman_rounds(player_count: int) -> tuple[Tables, ...]:
    """Return all rounds for a number of players for which `has_kirkman_system` is true.

    Players are numbered from 1. For 9 and 27 players the tables are the lines of the affine plane
    and space over the integers modulo 3, which have 3² and 3³ points.
    """
    if player_count == 15:
        return tuple(_parse_round(text) for text in SCHOOLGIRL_ROUNDS.split(", "))
    if player_count // 3 in PRIMITIVE_ROOTS:
        return tuple(_ray_chaudhuri_wilson(player_count // 3))
    return parallel_classes({9: 2, 27: 3}[player_count], 3)


def _parse_round(text: str) -> Tables:
    return tuple(tuple(ord(letter) - ord("A") + 1 for letter in table) for table in text.split())


def _ray_chaudhuri_wilson(q: int) -> Iterator[Tables]:
    """Yield the rounds of Ray-Chaudhuri and Wilson's construction for 3q players, q = 6t + 1.

    The players form three circles of q places. The first q rounds are the shifts of one first
    round. Each of the 3t rounds after these consists of the q shifts of one table (*Solution of
    Kirkman's schoolgirl problem*, 1971).
    """
    t = q // 6
    powers = [pow(PRIMITIVE_ROOTS[q], exponent, q) for exponent in range(q - 1)]
    triples = [
        [powers[(index + 2 * t * offset) % (q - 1)] for offset in range(3)]
        for index in range(6 * t)
    ]
    # Mixed tables have a player of each circle, pure ones three players of the same circle.
    mixed = [tuple(circle * q + place for circle, place in enumerate(places)) for places in triples]
    pure = [
        tuple(circle * q + place for place in places)
        for places in triples[:t]
        for circle in range(3)
    ]
    first_round = [
        (0, q, 2 * q),
        *pure,
        *(table for index, table in enumerate(mixed) if index // t % 2),
    ]
    for step in range(q):
        yield tuple(_shifted_table(table, step, q) for table in first_round)
    for table in (table for index, table in enumerate(mixed) if index // t % 2 == 0):
        yield tuple(_shifted_table(table, step, q) for step in range(q))


def _shifted_table(table: Table, step: int, q: int) -> Table:
    """Move each player `step` places on in their circle of `q`, and number players from 1."""
    return tuple(player // q * q + (player % q + step) % q + 1 for player in table)
