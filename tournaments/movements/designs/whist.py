"""Whist designs: any two players are partners once and opponents twice, or nearly so."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tournaments.movements.base.individual_movement import Table, Tables
from tournaments.movements.designs.whist_orientation import with_balanced_lines
from tournaments.movements.designs.whist_starters import STARTERS


class Starter(NamedTuple):
    """The first rounds of a design; repeatedly adding 1 to all players gives the others.

    Players are numbered from 0. They form circles of `modulus` players each, on which the numbers
    are added; a single player who is left over is stationary.
    """

    modulus: int
    first_rounds: tuple[Tables, ...]


def has_whist_design(player_count: int) -> bool:
    """Return whether there is a design for this number of players."""
    return player_count in STARTERS


@lru_cache(maxsize=128)
def whist_rounds(player_count: int) -> tuple[Tables, ...]:
    """Return all rounds for a number of players for which `has_whist_design` is true.

    Players are numbered from 1, in the order N, S, E, W at each table. Everybody sits N-S in about
    half of the rounds.
    """
    return tuple(with_balanced_lines(_develop(parse_starter(player_count), player_count)))


def parse_starter(player_count: int) -> Starter:
    """Return the starter for a number of players for which `has_whist_design` is true."""
    modulus, text = STARTERS[player_count]
    return Starter(
        modulus, tuple(_parse_round(first_round, modulus) for first_round in text.split("/"))
    )


def _parse_round(text: str, modulus: int) -> Tables:
    """Parse a first round; see `_parse_table`."""
    return tuple(_parse_table(table_text, modulus) for table_text in text.split())


def _parse_table(text: str, modulus: int) -> Table:
    """Parse a table.

    `1+2:3+4` is 1 and 2 against 3 and 4. `1:2` is 1 and minus 1 against 2 and minus 2, modulo
    `modulus`.
    """
    lines = [tuple(map(int, line.split("+"))) for line in text.split(":")]
    return tuple(
        player
        for line in lines
        for player in (line if len(line) == 2 else (line[0], -line[0] % modulus))
    )


def _develop(starter: Starter, player_count: int) -> Iterator[Tables]:
    for first_round in starter.first_rounds:
        for step in _shifts(starter.modulus, player_count):
            yield tuple(
                tuple(_shift(player, step, starter.modulus, player_count) + 1 for player in table)
                for table in first_round
            )


def _shifts(modulus: int, player_count: int) -> Sequence[int]:
    """Return the shifts of a starter, in the order of the rounds.

    If the number of players is 3 more than a multiple of 4, three players sit out each round. Each
    shift by 3 lets the next three sit out, so that the numbers of sit-outs stay even. If the
    modulus is a multiple of 3, the shift grows by 1 whenever it has gone round the circle.
    """
    if player_count % 4 != 3:
        return range(modulus)
    correction = 1 if modulus % 3 == 0 else 0
    return [(3 * index + correction * (3 * index // modulus)) % modulus for index in range(modulus)]


def _shift(player: int, step: int, modulus: int, player_count: int) -> int:
    circle, place = divmod(player, modulus)
    is_stationary = player == player_count - 1 and player_count % modulus == 1
    return player if is_stationary else circle * modulus + (place + step) % modulus
