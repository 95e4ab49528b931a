"""Howell designs on a circle: the first round of a Howell of so many rounds, several pairs
staying."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

# Attempts of the search; every size that has a design is found in far fewer.
MAX_ATTEMPTS = 60
# Hill-climbing steps of one attempt.
STEPS_PER_ATTEMPT = 4_000
# Places tried for the stationary pairs in one attempt.
MAX_PLACES_TRIED = 4_000


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
    for attempt in range(MAX_ATTEMPTS):
        meetings = _find_meetings(rounds, rounds - tables, Random(attempt))
        stationary_pairs = None if meetings is None else _find_stationary_pairs(rounds, meetings)
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


def _find_meetings(v: int, meeting_count: int, random: Random) -> list[tuple[int, int]] | None:
    """Meetings with different places, differences and sums."""
    meetings: list[tuple[int, int]] = []
    for _step in range(STEPS_PER_ATTEMPT):
        if len(meetings) == meeting_count:
            return meetings
        place = random.randrange(v)
        meeting = (place, (place + random.randrange(1, (v + 1) // 2)) % v)
        conflicting = [
            other for other in meetings if not _claims(meeting, v).isdisjoint(_claims(other, v))
        ]
        if len(conflicting) <= 1:
            meetings = [other for other in meetings if other not in conflicting] + [meeting]
    return None


def _claims(meeting: tuple[int, int], v: int) -> frozenset[tuple[str, int]]:
    place, other_place = meeting
    difference = (other_place - place) % v
    return frozenset(
        {
            ("place", place),
            ("place", other_place),
            ("difference", min(difference, v - difference)),
            ("sum", (place + other_place) % v),
        }
    )


def _find_stationary_pairs(
    v: int, meetings: list[tuple[int, int]]
) -> tuple[StationaryPair, ...] | None:
    """The places left over, each with an adder that makes it another of them, turned to its
    opposite."""
    places = sorted(set(range(v)).difference(*meetings))
    tries_left = [MAX_PLACES_TRIED]
    sums = frozenset((one + other) % v for one, other in meetings)
    for images in _images(v, places, frozenset(places), sums, tries_left):
        return tuple(
            StationaryPair(place, -(place + image) % v)
            for place, image in zip(places, images, strict=True)
        )
    return None


def _images(
    v: int,
    places: list[int],
    free_places: frozenset[int],
    sums: frozenset[int],
    tries_left: list[int],
) -> Iterator[tuple[int, ...]]:
    if not places:
        yield ()
        return
    for image in sorted(free_places, key=lambda image: image != places[0]):
        tries_left[0] -= 1
        if tries_left[0] > 0 and (place_sum := (places[0] + image) % v) not in sums:
            for other_images in _images(
                v, places[1:], free_places - {image}, sums | {place_sum}, tries_left
            ):
                yield (image, *other_images)
