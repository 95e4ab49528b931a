"""Random Swiss events, with late arrivals, withdrawals and results."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from tournaments.movements.base.stage_state import Draw, PlayedRound, StageState
from tournaments.movements.swiss import Swiss

Awards = tuple[Fraction, Fraction]


def won_drawn_lost(rng: Random) -> Awards:
    award = rng.choice((Fraction(0), Fraction(1, 2), Fraction(1)))
    return award, 1 - award


def compared_with_all(rng: Random) -> Awards:
    """Return awards of a method that compares all tables: hardly two totals are equal."""
    award = sum(
        (Fraction(rng.randrange(73), rng.randrange(30, 73)) for _board in range(3)), Fraction(0)
    )
    return award, 8 - award


def random_event(
    contestants: int, rounds: int, rng: Random, awards=won_drawn_lost, unrest=0.0, first="drawn"
) -> Iterator[tuple[StageState, Draw]]:
    """Yield the state before each round, with its draw.

    `unrest` determines how likely contestants are to arrive late, and to leave after a round.
    """
    swiss, played, ranking = Swiss({"first": first}), (), tuple(range(1, contestants + 1))
    absent = {contestant for contestant in ranking if rng.random() < unrest}
    for _round in range(rounds):
        if contestants - len(absent) < 2:
            return
        state = StageState(contestants, 2, rounds, played, ranking, frozenset(absent))
        draw = swiss.next_round(state)
        yield state, draw
        played += (result(draw, rng, awards),)
        totals = StageState(contestants, 2, rounds, played).totals
        ranking = tuple(sorted(ranking, key=lambda contestant: (-totals[contestant], contestant)))
        absent = {
            contestant
            for contestant in ranking
            if rng.random() < unrest * (0.5 if contestant in absent else 0.3)
        }


def result(draw: Draw, rng: Random, awards=won_drawn_lost) -> PlayedRound:
    awards_by_contestant = dict.fromkeys(draw.sit_outs, Fraction(1))
    for seating in draw.tables:
        awards_by_contestant.update(zip(seating.contestants, awards(rng), strict=True))
    return PlayedRound(draw.tables, tuple(draw.sit_outs), awards_by_contestant)
