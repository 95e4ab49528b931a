"""How much a plan compares everybody with everybody, in one number."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from games.seats import PAIRS
from tournaments.movements.base.plan import Plan, TableSeating

# How much any two contestants are compared; the key has the lower number first.
Comparisons = dict[tuple[int, int], int]


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
    numbers = list(values)
    squares = sum(value * value for value in numbers)
    return Fraction(100 * sum(numbers) ** 2, len(numbers) * squares) if squares else Fraction(0)


def comparisons(plan: Plan, without: int | None = None) -> Comparisons:
    """How much every two contestants of a plan that has comparisons are compared, over its boards.

    Where they meet they count plays - 1, where they sit the same way 1, opposite ways -1. `without`
    a contestant, whoever would meet him sits out.
    """
    seatings = [seating for _, seating in plan.seatings if without not in seating.contestants]
    present = [contestant for contestant in range(1, plan.contestants + 1) if contestant != without]
    values = _direction_comparisons(seatings, present)
    plays = Counter(board for seating in seatings for board in seating.boards)
    for seating in seatings:
        (meeting,) = seating.meetings
        # As opponents sit opposite ways, -1 has been counted for each of these boards.
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
