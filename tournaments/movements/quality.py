"""How much a plan compares everybody with everybody, in one number."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from games.seats import PAIRS
from tournaments.movements.plan import Plan

Plays = tuple[tuple[int, int], ...]
"""Who sat N-S and who E-W at each table that played a board."""


def qf(plan: Plan) -> Fraction | None:
    """Manning's quality factor in percent: 100 when any two contestants are compared alike, 0 when nobody is.

    Over the boards, two contestants count plays - 1 where they meet, 1 where they sit the same way,
    -1 where they sit opposite ways; with S the sum over all pairs of contestants, SS the sum of squares and
    N the number of such pairs, Qf = 100 S² / (N SS), exact
    (https://www.ebu.co.uk/documents/media/bridge-movements-the-maths.pdf). None where it is not
    defined: it is for two lines with one contestant each.
    """
    if any(set(seated.lines) != set(PAIRS) or len(seated.contestants) != 2 for _, seated in plan.seatings):
        return None
    comparisons = _comparisons(plan)
    squares = sum(value * value for value in comparisons.values())
    pairs = plan.contestants * (plan.contestants - 1) // 2
    return Fraction(100 * sum(comparisons.values()) ** 2, pairs * squares) if squares else Fraction(0)


def _comparisons(plan: Plan) -> Counter[tuple[int, int]]:
    total: Counter[tuple[int, int]] = Counter()
    # Boards of one set have the same plays: each such list is worked out once.
    for plays, boards in Counter(_plays(plan).values()).items():
        for pair, value in _on_board(plays).items():
            total[pair] += boards * value
    return total


def _plays(plan: Plan) -> dict[int, Plays]:
    plays: dict[int, Plays] = {}
    for _number, seated in plan.seatings:
        meeting = (seated.lines["ns"][0], seated.lines["ew"][0])
        for board in seated.boards:
            plays[board] = (*plays.get(board, ()), meeting)
    return plays


def _on_board(plays: Plays) -> dict[tuple[int, int], int]:
    direction = {ns: 1 for ns, _ in plays} | {ew: -1 for _, ew in plays}
    values = {
        (one, other): direction[one] * direction[other] for one, other in combinations(sorted(direction), 2)
    }
    return values | {(min(meeting), max(meeting)): len(plays) - 1 for meeting in plays}
