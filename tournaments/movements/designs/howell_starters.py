"""First rounds of complete Howells, in which every pair meets every other."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from tournaments.movements.designs.howell_circle import (
    CircleMeeting,
    HowellDesign,
    StationaryPair,
    howell_design,
    strong_meeting,
)

# The numbers of places for which a search of all starters takes milliseconds.
SEARCHED_SIZES = range(7, 20, 2)
# A primitive root of each prime for which squares are used.
PRIMITIVE_ROOTS = {23: 5, 31: 3}
# The places that sit N-S on set 0, for sizes that are not prime. With these, any two places of the
# circle sit opposite ways equally often, or nearly so: those for 15 are a cyclic difference set.
# For prime sizes the squares are a difference set, or nearly.
NORTH_SOUTH = {9: {1, 2, 4, 8}, 15: {1, 2, 3, 5, 6, 9, 11}}


def complete_howell_design(table_count: int) -> HowellDesign:
    """Return the design of the complete Howell for 4 to 20 tables.

    One pair is stationary, and meets place 0 on board set 0. Up to 10 tables, a search makes the
    N-S places of each set a difference set, or nearly. If the number of places is in
    `PRIMITIVE_ROOTS` (primes one less than a multiple of 4), each square meets a non-square, and
    the N-S places are a difference set as well (Mullin and Nemeth, *An existence theorem for Room
    squares*, 1969). Other sizes use `howell_design`.

    Raises `ValueError` if there is no design, as for 2 and 3 tables.
    """
    place_count = 2 * table_count - 1
    if place_count in SEARCHED_SIZES:
        return HowellDesign(place_count, _searched_meetings(place_count), (StationaryPair(0, 0),))
    design = (
        _design_of_squares(place_count)
        if place_count in PRIMITIVE_ROOTS
        else howell_design(table_count, place_count)
    )
    if design is None:
        raise ValueError(f"there is no starter with an adder for {place_count}")
    return design


@cache
def _searched_meetings(place_count: int) -> tuple[CircleMeeting, ...]:
    meetings_by_difference = [
        _possible_meetings(place_count, difference) for difference in range(1, place_count // 2 + 1)
    ]
    for meetings in _disjoint(meetings_by_difference, frozenset()):
        return meetings
    raise ValueError(f"there is no starter with an adder for {place_count}")


def _design_of_squares(place_count: int) -> HowellDesign:
    root = PRIMITIVE_ROOTS[place_count]
    powers = [pow(root, exponent, place_count) for exponent in range(place_count - 1)]
    meetings = zip(powers[::2], powers[1::2], strict=True)
    return HowellDesign(
        place_count,
        tuple(strong_meeting(place_count, *meeting) for meeting in meetings),
        (StationaryPair(0, 0),),
    )


def starter_north_south(place_count: int) -> set[int]:
    """Return the places that sit N-S when they play set 0."""
    return NORTH_SOUTH.get(
        place_count, {square * square % place_count for square in range(1, place_count)}
    )


def _possible_meetings(place_count: int, difference: int) -> dict[CircleMeeting, frozenset[str]]:
    north_south = starter_north_south(place_count)
    return {
        CircleMeeting((ns - adder) % place_count, (ew - adder) % place_count, adder): _claims(
            place_count, ns, ew, adder
        )
        for ns, step, adder in product(
            sorted(north_south), (difference, -difference), range(1, place_count)
        )
        if (ew := (ns + step) % place_count) not in {0, *north_south} and adder not in (ns, ew)
    }


def _claims(place_count: int, ns: int, ew: int, adder: int) -> frozenset[str]:
    """Return what no other meeting may have: its adder, and its places.

    Both its places on set 0 and its places in the first round count.
    """
    first_round = {f"first {(ns - adder) % place_count}", f"first {(ew - adder) % place_count}"}
    return frozenset({f"set {ns}", f"set {ew}", f"adder {adder}"} | first_round)


def _disjoint(
    choices: list[dict[CircleMeeting, frozenset[str]]], claimed: frozenset[str]
) -> Iterator[tuple[CircleMeeting, ...]]:
    if not choices:
        yield ()
        return
    for meeting, claims in choices[-1].items():
        if claimed.isdisjoint(claims):
            for others in _disjoint(choices[:-1], claimed | claims):
                yield (meeting, *others)
