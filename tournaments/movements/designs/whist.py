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
    return tuple(with_balanced_lines(_developed(starter(players), players)))


def starter(players: int) -> Starter:
    """The starter written down for a number that `has_whist_design`."""
    modulus, text = STARTERS[players]
    return Starter(modulus, tuple(_tables(first, modulus) for first in text.split("/")))


def _tables(text: str, modulus: int) -> Tables:
    """A first round as it is written: a table of mirror images in half, any other in full."""
    return tuple(_table(written, modulus) for written in text.split())


def _table(written: str, modulus: int) -> Table:
    """`1+2:3+4` is 1 and 2 against 3 and 4; `1:2` is 1 and its mirror image against 2 and its
    own."""
    lines = [tuple(map(int, line.split("+"))) for line in written.split(":")]
    return tuple(
        player
        for line in lines
        for player in (line if len(line) == 2 else (line[0], -line[0] % modulus))
    )


def _developed(starter: Starter, players: int) -> Iterator[Tables]:
    for first in starter.first_rounds:
        for step in _steps(starter.modulus, players):
            yield tuple(
                tuple(_moved(one, step, starter.modulus, players) + 1 for one in table)
                for table in first
            )


def _steps(modulus: int, players: int) -> Sequence[int]:
    """The order of the rounds. Three neighbours who rest make room for the next three: rests
    stay even."""
    if players % 4 != 3:
        return range(modulus)
    again = 1 if modulus % 3 == 0 else 0
    return [(3 * turn + again * (3 * turn // modulus)) % modulus for turn in range(modulus)]


def _moved(player: int, step: int, modulus: int, players: int) -> int:
    circle, at = divmod(player, modulus)
    stationary_pairs = player == players - 1 and players % modulus == 1
    return player if stationary_pairs else circle * modulus + (at + step) % modulus
