"""Add up single awards into the tallies that rankings are made from."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, NamedTuple

from scoring.ranks import Tallies
from scoring.tiebreaks import Contestant


class StoredAward(NamedTuple, Generic[Contestant]):
    """An award and the top of its board; without an award its contestant is only listed."""

    contestant: Contestant
    award: Fraction | None
    top: int | None = None


def tally(
    awards: Iterable[StoredAward[Contestant]],
    penalties: Mapping[Contestant, Fraction] | None = None,
    ranks_by_total: bool = False,
) -> Tallies[Contestant]:
    """Return the tallies of single awards, ignoring penalties of contestants not listed."""
    awards, penalties = list(awards), penalties or {}
    amounts = [stored.award for stored in awards if stored.award is not None]
    denominator = lcm(*(amount.denominator for amount in (*amounts, *penalties.values())))
    numerators = {contestant: int(amount * denominator) for contestant, amount in penalties.items()}
    tallies = Tallies[Contestant](denominator, penalties=numerators, ranks_by_total=ranks_by_total)
    for contestant, award, top in awards:
        tallies.awards[contestant] += [] if award is None else [int(award * denominator)]
        if award is not None and top:
            tallies.tops[contestant] += top
    return tallies
