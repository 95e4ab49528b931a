"""Awards add up to standings. Whole numbers over one common denominator keep the sums exact and cheap."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, lcm
from typing import Generic, NamedTuple, TypeVar

from games.game import X

Contestant = TypeVar("Contestant", bound=Hashable)


class Row(NamedTuple, Generic[Contestant]):
    """One line of the standings: `rank` from 1, None for a contestant listed without a place.

    The total is kept as a numerator over the standings' one denominator, and reduced when asked for.
    """

    rank: int | None
    contestant: Contestant
    numerator: X
    denominator: int
    boards: int
    """How many boards he has an award on."""

    @property
    def total(self) -> Fraction:
        """The sum of the awards."""
        return Fraction(self.numerator, self.denominator)

    @property
    def mean(self) -> Fraction:
        """The award per board; 0 where there is none."""
        return self.total / self.boards if self.boards else self.total


@dataclass(frozen=True)
class Tallies(Generic[Contestant]):
    """Of each contestant the awards, as numerators over one `denominator`: one for each board that counts."""

    denominator: int
    awards: defaultdict[Contestant, list[X]] = field(default_factory=lambda: defaultdict(list))

    def __or__(self, other: "Tallies[Contestant]") -> "Tallies[Contestant]":
        """Both together, where they have the same denominator."""
        both = Tallies[Contestant](self.denominator)
        for contestant, numerators in (*self.awards.items(), *other.awards.items()):
            both.awards[contestant] += numerators
        return both


def tally(awards: Iterable[tuple[Contestant, Fraction | None]]) -> Tallies[Contestant]:
    """Add up awards that were stored one by one; None, no award, only lists its contestant."""
    awards = list(awards)
    denominator = lcm(*(award.denominator for _who, award in awards if award is not None))
    tallies = Tallies[Contestant](denominator)
    for contestant, award in awards:
        tallies.awards[contestant] += [] if award is None else [int(award * denominator)]
    return tallies


def rank(
    tallies: Tallies[Contestant], unranked_below: Fraction, name: Callable[[Contestant], str] = str
) -> list[Row[Contestant]]:
    """The standings, best first, by mean per board: with equal numbers of boards the order of the totals.

    Who has awards on under `unranked_below` (a part, 0 to 1) of the most boards anybody has, or on
    none, comes last without a place. Equal means share a place and the next is skipped; they are
    listed in code-point order of `name`.
    """
    boards = {contestant: len(awards) for contestant, awards in tallies.awards.items()}
    totals = {contestant: sum(awards) for contestant, awards in tallies.awards.items()}
    means = _whole_means(totals, boards)
    least = max(1, ceil(unranked_below * max(boards.values(), default=0)))
    ordered = sorted(means, key=lambda each: (boards[each] < least, -means[each], name(each)))
    places = _places(means[each] for each in ordered)
    return [
        Row(
            places[means[each]] if boards[each] >= least else None,
            each,
            totals[each],
            tallies.denominator,
            boards[each],
        )
        for each in ordered
    ]


def _whole_means(totals: Mapping[Contestant, X], boards: Mapping[Contestant, int]) -> dict[Contestant, X]:
    """The means per board times one number, whole so that comparing them is cheap; 0 without a board."""
    multiple = lcm(*filter(None, boards.values()))
    return {each: total * (multiple // boards[each]) if total else 0 for each, total in totals.items()}


def _places(ordered: Iterable[X]) -> dict[X, int]:
    """The place of each value, from 1, where equal ones share the first of theirs."""
    places: dict[X, int] = {}
    for place, value in enumerate(ordered, start=1):
        places.setdefault(value, place)
    return places
