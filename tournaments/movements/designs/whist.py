"""Whist designs: everybody is everybody's partner once and opponent twice, or as nearly as it
goes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tournaments.movements.base.individual_movement import Table, Tables
from tournaments.movements.designs.whist_orientation import with_balanced_lines
from tournaments.movements.designs.whist_starters import STARTERS


class Starter(NamedTuple):
    """The first rounds of a design, from which the others follow by adding 1 to everybody.

    The players are numbered from 0; each `modulus` of them form a circle, and one left over stays.
    """

    modulus: int
    first_rounds: tuple[Tables, ...]


def has_whist_design(players: int) -> bool:
    """Whether there is a design for so many."""
    return players in STARTERS


@lru_cache(maxsize=128)
def whist_rounds(players: int) -> tuple[Tables, ...]:
    """All rounds for a number that `has_whist_design`; everybody sits N-S about half the time.

    The four of a table sit N, S, E and W, players numbered from 1.
    """
    return tuple(with_balanced_lines(_develop(parse_starter(players), players)))


def parse_starter(players: int) -> Starter:
    """The starter written down for a number that `has_whist_design`."""
    modulus, text = STARTERS[players]
    return Starter(
        modulus, tuple(_parse_round(first_round, modulus) for first_round in text.split("/"))
    )


def _parse_round(text: str, modulus: int) -> Tables:
    """A first round as it is written: a table of mirror images in half, any other in full."""
    return tuple(_parse_table(table_text, modulus) for table_text in text.split())


def _parse_table(text: str, modulus: int) -> Table:
    """`1+2:3+4` is 1 and 2 against 3 and 4; `1:2` is 1 and its mirror image against 2 and its
    own."""
    lines = [tuple(map(int, line.split("+"))) for line in text.split(":")]
    return tuple(
        player
        for line in lines
        for player in (line if len(line) == 2 else (line[0], -line[0] % modulus))
    )


def _develop(starter: Starter, players: int) -> Iterator[Tables]:
    for first_round in starter.first_rounds:
        for step in _shifts(starter.modulus, players):
            yield tuple(
                tuple(_shift(player, step, starter.modulus, players) + 1 for player in table)
                for table in first_round
            )


def _shifts(modulus: int, players: int) -> Sequence[int]:
    """The order of the rounds. Three neighbours who rest make room for the next three: rests
    stay even."""
    if players % 4 != 3:
        return range(modulus)
    correction = 1 if modulus % 3 == 0 else 0
    return [(3 * index + correction * (3 * index // modulus)) % modulus for index in range(modulus)]


def _shift(player: int, step: int, modulus: int, players: int) -> int:
    circle, place = divmod(player, modulus)
    is_stationary = player == players - 1 and players % modulus == 1
    return player if is_stationary else circle * modulus + (place + step) % modulus
