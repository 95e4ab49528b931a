"""Starters and adders: the first round of a Howell, found by search, the same every time."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

NORTH_SOUTH = {9: {1, 2, 4, 8}, 15: {1, 2, 3, 5, 6, 9, 11}}
"""Places such that any two sit opposite ways equally often, or as nearly as the size allows.

15 is a cyclic difference set; where v is prime the squares are one, or as near as can be.
"""


class Meeting(NamedTuple):
    """Two places of the circle that share a table in the first round.

    In round r their table plays set r - adder.
    """

    ns: int
    ew: int
    adder: int


@cache
def starter(v: int) -> tuple[Meeting, ...]:
    """The meetings of the `v - 1` moving places other than 0, for odd `v` from 7 to 19.

    They are a starter (every place once, every difference once) with its adder (all different, none 0,
    every place once again after it is added): Stanton and Mullin, Construction of Room squares (1968).
    Raises `ValueError` where there is none, as for 3 and 5.
    """
    choices = [_meetings(v, difference) for difference in range(1, v // 2 + 1)]
    for found in _disjoint(choices, frozenset()):
        return found
    raise ValueError(f"there is no starter with an adder for {v}")


def north_south(v: int) -> set[int]:
    """The places that sit N-S on set 0 in the round each of them plays it."""
    return NORTH_SOUTH.get(v, {square * square % v for square in range(1, v)})


def _meetings(v: int, difference: int) -> dict[Meeting, frozenset[str]]:
    north = north_south(v)
    return {
        Meeting((ns - adder) % v, (ew - adder) % v, adder): _claims(v, ns, ew, adder)
        for ns, step, adder in product(sorted(north), (difference, -difference), range(1, v))
        if (ew := (ns + step) % v) not in {0, *north} and adder not in (ns, ew)
    }


def _claims(v: int, ns: int, ew: int, adder: int) -> frozenset[str]:
    """What no other meeting may have: two places on set 0, two in the first round, the adder."""
    first_round = {f"first {(ns - adder) % v}", f"first {(ew - adder) % v}"}
    return frozenset({f"set {ns}", f"set {ew}", f"adder {adder}"} | first_round)


def _disjoint(
    choices: list[dict[Meeting, frozenset[str]]], claimed: frozenset[str]
) -> Iterator[tuple[Meeting, ...]]:
    if not choices:
        yield ()
        return
    for meeting, claims in choices[-1].items():
        if claimed.isdisjoint(claims):
            for others in _disjoint(choices[:-1], claimed | claims):
                yield (meeting, *others)
