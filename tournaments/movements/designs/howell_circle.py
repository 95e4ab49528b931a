"""Howell designs: a first round, from which all others result by rotating a circle."""

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
    """Two places of the circle that meet in the first round.

    In round r, counted from 0, their table plays board set r - `adder`.
    """

    ns: int
    ew: int
    adder: int


class StationaryPair(NamedTuple):
    """A stationary pair, which meets `place` of the circle in the first round.

    In round r, counted from 0, its table plays board set r - `adder`.
    """

    place: int
    adder: int


class HowellDesign(NamedTuple):
    """The first round of a Howell with `rounds` places on the circle and as many board sets."""

    rounds: int
    meetings: tuple[CircleMeeting, ...]
    stationary_pairs: tuple[StationaryPair, ...]


@cache
def howell_design(table_count: int, round_count: int) -> HowellDesign | None:
    """Return a Howell design of this size, or None if none was found.

    `round_count` places move on a circle and `2 * table_count - round_count` pairs are stationary.
    No two meetings have the same difference of places, so nobody meets twice. No two have the same
    adder, so no board is at two tables at once. The places shifted by their adders are distinct, so
    everybody plays each board set once.

    The adder of a meeting is minus the sum of its places, as in Mullin and Nemeth, *An existence
    theorem for Room squares* (1969). The meetings are found by hill-climbing, after Dinitz and
    Stinson, *A fast algorithm for finding strong starters* (1981), always with the same result.
    """
    for attempt in range(MAX_ATTEMPTS):
        meetings = _find_meetings(round_count, round_count - table_count, Random(attempt))
        stationary_pairs = (
            None if meetings is None else _find_stationary_pairs(round_count, meetings)
        )
        if meetings is not None and stationary_pairs is not None:
            return HowellDesign(
                round_count,
                tuple(strong_meeting(round_count, *meeting) for meeting in meetings),
                stationary_pairs,
            )
    return None


def strong_meeting(place_count: int, ns: int, ew: int) -> CircleMeeting:
    """Return a meeting with its adder, which is minus the sum of its places.

    Such an adder shifts each place to minus the other place.
    """
    return CircleMeeting(ns, ew, -(ns + ew) % place_count)


def _find_meetings(
    place_count: int, meeting_count: int, random: Random
) -> list[tuple[int, int]] | None:
    """Return meetings with distinct places, differences and sums, or None."""
    meetings: list[tuple[int, int]] = []
    for _step in range(STEPS_PER_ATTEMPT):
        if len(meetings) == meeting_count:
            return meetings
        place = random.randrange(place_count)
        meeting = (place, (place + random.randrange(1, (place_count + 1) // 2)) % place_count)
        conflicting = [
            other
            for other in meetings
            if not _claims(meeting, place_count).isdisjoint(_claims(other, place_count))
        ]
        if len(conflicting) <= 1:
            meetings = [other for other in meetings if other not in conflicting] + [meeting]
    return None


def _claims(meeting: tuple[int, int], place_count: int) -> frozenset[tuple[str, int]]:
    place, other_place = meeting
    difference = (other_place - place) % place_count
    return frozenset(
        {
            ("place", place),
            ("place", other_place),
            ("difference", min(difference, place_count - difference)),
            ("sum", (place + other_place) % place_count),
        }
    )


def _find_stationary_pairs(
    place_count: int, meetings: list[tuple[int, int]]
) -> tuple[StationaryPair, ...] | None:
    """Return the remaining places with adders that permute them up to their sign.

    The adder of a place shifts it to minus its image among these places.
    """
    places = sorted(set(range(place_count)).difference(*meetings))
    tries_left = [MAX_PLACES_TRIED]
    sums = frozenset((first + second) % place_count for first, second in meetings)
    for images in _images(place_count, places, frozenset(places), sums, tries_left):
        return tuple(
            StationaryPair(place, -(place + image) % place_count)
            for place, image in zip(places, images, strict=True)
        )
    return None


def _images(
    place_count: int,
    places: list[int],
    free_places: frozenset[int],
    sums: frozenset[int],
    tries_left: list[int],
) -> Iterator[tuple[int, ...]]:
    """Yield assignments of the places to each other whose sums are distinct and not in `sums`.

    `tries_left` is a counter shared by all levels of the recursion.
    """
    if not places:
        yield ()
        return
    for image in sorted(free_places, key=lambda image: image != places[0]):
        tries_left[0] -= 1
        if tries_left[0] > 0 and (place_sum := (places[0] + image) % place_count) not in sums:
            for other_images in _images(
                place_count, places[1:], free_places - {image}, sums | {place_sum}, tries_left
            ):
                yield (image, *other_images)
