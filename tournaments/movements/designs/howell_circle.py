"""Howell designs on a circle: the first round of a Howell of so many rounds, several pairs
staying."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

ATTEMPTS = 60
"""Climbs before it is given up: every size that has a design is found in far fewer."""
STEPS = 4_000
"""Steps of one climb."""
CHOICES = 4_000
"""Places tried for the pairs that stay, in one attempt."""


class CircleMeeting(NamedTuple):
    """Two places of the circle that share a table in the first round; in round r it plays set r
    - adder."""

    ns: int
    ew: int
    adder: int


class StationaryPair(NamedTuple):
    """A pair that stays meets `place` in the first round; in round r its table plays set r -
    adder."""

    place: int
    adder: int


class HowellDesign(NamedTuple):
    """The first round of `rounds` on as many places and sets; everybody plays every set once."""

    rounds: int
    meetings: tuple[CircleMeeting, ...]
    stationary_pairs: tuple[StationaryPair, ...]


@cache
def howell_design(tables: int, rounds: int) -> HowellDesign | None:
    """A Howell design of this size, where one with strong differences was found; always the same
    one.

    `rounds` places move on a circle and `2 * tables - rounds` pairs stay. Differences of meetings
    are all different, so nobody meets again; adders are all different, so no board is at two
    tables; and moved by their adders the places are all different, so everybody plays each set
    once. Adders are minus the sum of the places, as in Mullin and Nemeth, *An existence theorem for
    Room squares* (1969), and the meetings are found by climbing, after Dinitz and Stinson, *A fast
    algorithm for finding strong starters* (1981).
    """
    for attempt in range(ATTEMPTS):
        meetings = _climbed(rounds, rounds - tables, Random(attempt))
        stationary_pairs = None if meetings is None else _stays(rounds, meetings)
        if meetings is not None and stationary_pairs is not None:
            return HowellDesign(
                rounds,
                tuple(strong_meeting(rounds, *meeting) for meeting in meetings),
                stationary_pairs,
            )
    return None


def strong_meeting(v: int, ns: int, ew: int) -> CircleMeeting:
    """The meeting with minus its sum as adder, which turns both places to their opposites."""
    return CircleMeeting(ns, ew, -(ns + ew) % v)


def _climbed(v: int, wanted: int, random: Random) -> list[tuple[int, int]] | None:
    """Meetings with different places, differences and sums."""
    meetings: list[tuple[int, int]] = []
    for _step in range(STEPS):
        if len(meetings) == wanted:
            return meetings
        one = random.randrange(v)
        meeting = (one, (one + random.randrange(1, (v + 1) // 2)) % v)
        in_the_way = [
            other for other in meetings if not _claims(meeting, v).isdisjoint(_claims(other, v))
        ]
        if len(in_the_way) <= 1:
            meetings = [other for other in meetings if other not in in_the_way] + [meeting]
    return None


def _claims(meeting: tuple[int, int], v: int) -> frozenset[tuple[str, int]]:
    one, other = meeting
    apart = (other - one) % v
    return frozenset(
        {
            ("place", one),
            ("place", other),
            ("difference", min(apart, v - apart)),
            ("sum", (one + other) % v),
        }
    )


def _stays(v: int, meetings: list[tuple[int, int]]) -> tuple[StationaryPair, ...] | None:
    """The places left over, each with an adder that makes it another of them, turned to its
    opposite."""
    places = sorted(set(range(v)).difference(*meetings))
    left = [CHOICES]
    sums = frozenset((one + other) % v for one, other in meetings)
    for ends in _ends(v, places, frozenset(places), sums, left):
        return tuple(
            StationaryPair(place, -(place + end) % v)
            for place, end in zip(places, ends, strict=True)
        )
    return None


def _ends(
    v: int, places: list[int], free: frozenset[int], sums: frozenset[int], left: list[int]
) -> Iterator[tuple[int, ...]]:
    if not places:
        yield ()
        return
    for end in sorted(free, key=lambda end: end != places[0]):
        left[0] -= 1
        if left[0] > 0 and (total := (places[0] + end) % v) not in sums:
            for others in _ends(v, places[1:], free - {end}, sums | {total}, left):
                yield (end, *others)
