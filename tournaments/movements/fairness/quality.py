"""How much a plan compares everybody with everybody, in one number."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from games.seats import PAIRS
from tournaments.movements.base.plan import Plan, TableSeating

Comparisons = dict[tuple[int, int], int]
"""For every two contestants, the lower number first, how much they are compared."""


def quality_factor(plan: Plan) -> Fraction | None:
    """Manning's quality factor in percent: 100 when any two contestants are compared alike, 0 when
    nobody is.

    With S the sum of `comparisons` over all pairs of contestants, SS the sum of squares and N the
    number of such pairs, Qf = 100 S² / (N SS), exact
    (https://www.ebu.co.uk/documents/media/bridge-movements-the-maths.pdf). None where it is not
    defined: it is for two lines with one contestant each.
    """
    if not has_comparisons(plan):
        return None
    return evenness(comparisons(plan).values())


def has_comparisons(plan: Plan) -> bool:
    """Whether every table has two lines with one contestant each."""
    return all(
        set(seating.lines) == set(PAIRS) and len(seating.contestants) == 2
        for _, seating in plan.seatings
    )


def evenness(values: Iterable[int]) -> Fraction:
    """100 when all values are the same and not 0, the less the further they are from one
    another."""
    counted = list(values)
    squares = sum(value * value for value in counted)
    return Fraction(100 * sum(counted) ** 2, len(counted) * squares) if squares else Fraction(0)


def comparisons(plan: Plan, without: int | None = None) -> Comparisons:
    """How much every two contestants of a plan that has comparisons are compared, over its boards.

    Where they meet they count plays - 1, where they sit the same way 1, opposite ways -1. `without`
    a contestant, whoever would meet him sits out.
    """
    seating = [table for _, table in plan.seatings if without not in table.contestants]
    present = [one for one in range(1, plan.contestants + 1) if one != without]
    values = _directions(seating, present)
    plays = Counter(board for table in seating for board in table.boards)
    for table in seating:
        (meeting,) = table.meetings
        # Opposite ways had counted -1 on each of these boards.
        values[meeting] += sum(plays[board] for board in table.boards)
    return values


def _directions(seating: Iterable[TableSeating], present: list[int]) -> Comparisons:
    # A contestant's boards are the bits of a whole number, so that two are compared at once on all
    # of them.
    north: dict[int, int] = defaultdict(int)
    played: dict[int, int] = defaultdict(int)
    for table in seating:
        bits = sum(1 << board for board in table.boards)
        north[table.lines["ns"][0]] |= bits
        for one in table.contestants:
            played[one] |= bits
    return {
        (one, other): _alike(played[one] & played[other], north[one] ^ north[other])
        for one, other in combinations(present, 2)
    }


def _alike(both: int, apart: int) -> int:
    return both.bit_count() - 2 * (both & apart).bit_count()
