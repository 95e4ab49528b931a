"""The quality factor Qf, which measures how evenly a plan compares all contestants."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from games.seats import PAIR_LINES
from tournaments.movements.base.plan import Plan, TableSeating

# How much any two contestants are compared; the key has the lower number first.
Comparisons = dict[tuple[int, int], int]


def quality_factor(plan: Plan) -> Fraction | None:
    """Return Manning's quality factor in percent, or None if it is undefined.

    The quality factor is 100 if all contestants are compared equally, and 0 if nobody is compared.
    Let S be the sum of `comparisons` over all pairs of contestants, SS the sum of their squares and
    N the number of these pairs. Then Qf = 100 S² / (N SS), computed exactly
    (https://www.ebu.co.uk/documents/media/bridge-movements-the-maths.pdf). It is defined if
    `has_comparisons` is true for the plan.
    """
    if not has_comparisons(plan):
        return None
    return evenness(comparisons(plan).values())


def has_comparisons(plan: Plan) -> bool:
    """Return whether every table has two lines with one contestant each."""
    return all(
        set(seating.lines) == set(PAIR_LINES) and len(seating.contestants) == 2
        for _, seating in plan.seatings
    )


def evenness(values: Iterable[int]) -> Fraction:
    """Return 100 S² / (N SS) of values: 100 if all are equal, less the more they differ.

    S is the sum of the N values, and SS the sum of their squares. Return 0 if all values are 0.
    """
    numbers = list(values)
    squares = sum(value * value for value in numbers)
    return Fraction(100 * sum(numbers) ** 2, len(numbers) * squares) if squares else Fraction(0)


def comparisons(plan: Plan, absentee: int | None = None) -> Comparisons:
    """Return how much any two contestants of a plan are compared, over all its boards.

    A board adds 1 for two contestants who sit the same way, and -1 if they sit opposite ways at
    different tables. If they meet on the board, it adds the number of its other plays. If
    `absentee` is given, that contestant is absent, and the opponents of each round sit out. The
    plan must satisfy `has_comparisons`.
    """
    seatings = [seating for _, seating in plan.seatings if absentee not in seating.contestants]
    present = [
        contestant for contestant in range(1, plan.contestants + 1) if contestant != absentee
    ]
    values = _direction_comparisons(seatings, present)
    plays = Counter(board for seating in seatings for board in seating.boards)
    for seating in seatings:
        (meeting,) = seating.meetings
        # Opponents sit opposite ways, so -1 has already been counted for each of these boards.
        values[meeting] += sum(plays[board] for board in seating.boards)
    return values


def _direction_comparisons(seatings: Iterable[TableSeating], present: list[int]) -> Comparisons:
    # Boards are bit masks, which compares two contestants on all boards at once.
    north_south_boards: dict[int, int] = defaultdict(int)
    played_boards: dict[int, int] = defaultdict(int)
    for seating in seatings:
        bits = sum(1 << board for board in seating.boards)
        north_south_boards[seating.lines["ns"][0]] |= bits
        for contestant in seating.contestants:
            played_boards[contestant] |= bits
    return {
        (contestant, other): _same_way_balance(
            played_boards[contestant] & played_boards[other],
            north_south_boards[contestant] ^ north_south_boards[other],
        )
        for contestant, other in combinations(present, 2)
    }


def _same_way_balance(common_boards: int, opposite_boards: int) -> int:
    return common_boards.bit_count() - 2 * (common_boards & opposite_boards).bit_count()
