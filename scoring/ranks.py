"""Add up awards to totals, and rank contestants, with exact numbers.

All numbers of a ranking are integers over one common denominator, which is faster than adding
fractions.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, lcm
from typing import Generic, NamedTuple

from games.x import X
from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.tiebreaks import Contestant, DecidingTieBreak, TiedGroup, share_place


class CarriedOver(NamedTuple):
    """What a contestant carries over from an earlier stage: total, boards and sum of tops.

    All three are carried over in the same proportion, so that the mean and the percentage do not
    change.
    """

    total: Fraction = Fraction(0)
    boards: Fraction = Fraction(0)
    top: Fraction = Fraction(0)

    def scaled(self, factor: Fraction) -> "CarriedOver":
        """Return all three multiplied by `factor`, from 0 to 1."""
        return CarriedOver(self.total * factor, self.boards * factor, self.top * factor)

    @property
    def decimals(self) -> int:
        """The number of decimals with which the boards are displayed: 2 unless they are whole."""
        return 0 if self.boards.denominator == 1 else 2

    def __bool__(self) -> bool:
        return any(self[:])


NO_CARRY_OVER = CarriedOver()


class RankedRow(NamedTuple, Generic[Contestant]):
    """One row of the standings; `rank` counts from 1, None for a contestant without a place.

    `numerator` (of the total) and `penalty_numerator` are over the `denominator` of the standings;
    the properties return them as fractions.
    """

    rank: int | None
    contestant: Contestant
    numerator: X
    denominator: int
    # The number of boards with an award.
    boards: int
    # The sum of the tops of these boards; 0 if the method has none.
    top: int = 0
    penalty_numerator: X = 0
    # The tie-break that placed this row behind the row above; None if the awards decided, or if
    # both rows share a place.
    deciding_tiebreak: DecidingTieBreak | None = None
    # What was carried over, which the total includes.
    carried: CarriedOver = NO_CARRY_OVER
    # Boards sat out or not played, counted as the contestant's own mean. The total includes them,
    # `boards` does not.
    rested: AwardSums = NO_BOARDS

    @property
    def total(self) -> Fraction:
        """The awards minus penalties, plus `carried` and `rested`."""
        return Fraction(self.numerator, self.denominator)

    @property
    def penalty(self) -> Fraction:
        """The sum of the penalties; negative for a bonus."""
        return Fraction(self.penalty_numerator, self.denominator)

    @property
    def mean(self) -> Fraction:
        """The total per board; 0 without boards."""
        boards = self.boards + self.carried.boards + self.rested.boards
        return self.total / boards if boards else Fraction(0)

    @property
    def percent(self) -> Fraction | None:
        """The total in percent of the sum of tops; None if the method has no tops."""
        top = self.top + self.carried.top + self.rested.top
        return 100 * self.total / top if top else None


@dataclass(frozen=True)
class Tallies(Generic[Contestant]):
    """The awards of each contestant, as numerators over one `denominator`.

    `awards` has one number for each board that counts, and an empty list for a contestant without
    an award. `tops` has the sum of tops of each contestant, and is empty if the method has no tops.
    `penalties` are numerators too. With `ranks_by_total` contestants are ranked by their total, no
    matter how many boards it is for. The totals of `carried` and `rested` must be multiples of
    1 / `denominator`.
    """

    denominator: int
    awards: defaultdict[Contestant, list[X]] = field(default_factory=lambda: defaultdict(list))
    tops: Counter[Contestant] = field(default_factory=Counter)
    penalties: Mapping[Contestant, X] = field(default_factory=dict)
    ranks_by_total: bool = False
    carried: Mapping[Contestant, CarriedOver] = field(default_factory=dict)
    rested: Mapping[Contestant, AwardSums] = field(default_factory=dict)

    @property
    def divisors(self) -> Mapping[Contestant, int]:
        """The divisor of each total for the ranking: 1, the sum of tops, or the number of boards.

        If fractions of boards are carried over, all divisors are multiplied by the number that
        makes them integers, which does not change the order.
        """
        if self.ranks_by_total:
            return dict.fromkeys(self.awards, 1)
        board_counts = {contestant: len(awards) for contestant, awards in self.awards.items()}
        counts_tops = bool(self.tops) or any(carried.top for carried in self.carried.values())
        divisors = (
            {contestant: self.tops[contestant] for contestant in board_counts}
            if counts_tops
            else board_counts
        )
        if self.carried or self.rested:
            return self._with_carried_and_rested(divisors, counts_tops)
        return divisors

    def _with_carried_and_rested(
        self, divisors: Mapping[Contestant, int], counts_tops: bool
    ) -> Mapping[Contestant, int]:
        """Add the boards, or the tops, of `carried` and `rested` to the divisors."""
        additions = {
            contestant: carried.top if counts_tops else carried.boards
            for contestant, carried in self.carried.items()
        }
        for contestant, rested in self.rested.items():
            additions[contestant] = additions.get(contestant, Fraction(0)) + (
                rested.top if counts_tops else rested.boards
            )
        factor = lcm(*(amount.denominator for amount in additions.values()))
        return {
            contestant: int((divisor + additions.get(contestant, 0)) * factor)
            for contestant, divisor in divisors.items()
        }

    def total(self, contestant: Contestant) -> X:
        """Return the numerator of a contestant's total."""
        awarded = sum(self.awards[contestant]) - self.penalties.get(contestant, 0)
        if not (self.carried or self.rested):
            return awarded
        added = (
            self.carried.get(contestant, NO_CARRY_OVER).total
            + self.rested.get(contestant, NO_BOARDS).total
        )
        return awarded + int(added * self.denominator)

    def own_boards(self, contestant: Contestant) -> AwardSums:
        """Return the sum of a contestant's awards, without penalties, carry-over and rests."""
        awards = self.awards.get(contestant, ())
        total = Fraction(sum(awards), self.denominator)
        return AwardSums(total, Fraction(len(awards)), Fraction(self.tops.get(contestant, 0)))

    def with_denominator(self, denominator: int) -> "Tallies[Contestant]":
        """Return a copy over another denominator, which must be a multiple of the present one."""
        factor = denominator // self.denominator
        awards = {
            contestant: [factor * award for award in awards]
            for contestant, awards in self.awards.items()
        }
        return replace(
            self,
            denominator=denominator,
            awards=defaultdict(list, awards),
            tops=Counter(self.tops),
            penalties={
                contestant: factor * penalty for contestant, penalty in self.penalties.items()
            },
        )

    def with_credits(self, rests: Mapping[Contestant, AwardSums]) -> "Tallies[Contestant]":
        """Return a copy in which `rests` are the boards that count as the own mean."""
        denominators = (rested.total.denominator for rested in rests.values())
        return replace(self.with_denominator(lcm(self.denominator, *denominators)), rested=rests)

    def carry_over_of(self, contestant: Contestant) -> CarriedOver:
        """Return all that a contestant has, to be carried over to a next stage."""
        boards, top = len(self.awards[contestant]), self.tops.get(contestant, 0)
        carried = self.carried.get(contestant, NO_CARRY_OVER)
        rested = self.rested.get(contestant, NO_BOARDS)
        total = Fraction(self.total(contestant), self.denominator)
        return CarriedOver(
            total, boards + carried.boards + rested.boards, top + carried.top + rested.top
        )

    def row(
        self,
        rank: int | None,
        contestant: Contestant,
        total: X,
        deciding_tiebreak: DecidingTieBreak | None,
    ) -> RankedRow[Contestant]:
        """Return the row of a contestant in the standings; `total` is a numerator."""
        return RankedRow(
            rank,
            contestant,
            total,
            self.denominator,
            len(self.awards[contestant]),
            self.tops.get(contestant, 0),
            self.penalties.get(contestant, 0),
            deciding_tiebreak,
            self.carried.get(contestant, NO_CARRY_OVER),
            self.rested.get(contestant, NO_BOARDS),
        )

    def merge(self, other_tallies: "Iterable[Tallies[Contestant]]") -> "Tallies[Contestant]":
        """Add the awards, tops and `rested` of other tallies to these, and return the sum.

        All must have the same denominator. Penalties and carry-over of the others are ignored; the
        awards and tops of this object are changed in place.
        """
        rested = dict(self.rested)
        for tallies in other_tallies:
            for contestant, numerators in tallies.awards.items():
                self.awards[contestant] += numerators
            self.tops.update(tallies.tops)
            for contestant, rested_boards in tallies.rested.items():
                rested[contestant] = rested.get(contestant, NO_BOARDS).plus(rested_boards)
        return replace(self, rested=rested)


def rank(
    tallies: Tallies[Contestant],
    unranked_below: Fraction,
    name: Callable[[Contestant], str] = str,
    break_ties: Callable[[list[Contestant]], Iterable[TiedGroup[Contestant]]] = share_place,
    unranked: Collection[Contestant] = (),
) -> list[RankedRow[Contestant]]:
    """Rank contestants, best first: by total, total / sum of tops, or mean per board.

    A contestant needs awards on at least one board, and on at least `unranked_below` (0 to 1) of
    the highest number of boards that a contestant has. All others, and those in `unranked`, are
    listed last without a place. `break_ties` orders equal contestants. Contestants who are still
    equal share a place, so that the next places are skipped; they are listed in code-point order of
    `name`.
    """
    board_counts = {contestant: len(awards) for contestant, awards in tallies.awards.items()}
    totals = {contestant: tallies.total(contestant) for contestant in tallies.awards}
    quotients = _integer_quotients(totals, tallies.divisors)
    min_boards = max(1, ceil(unranked_below * max(board_counts.values(), default=0)))
    ordered_contestants = sorted(
        sorted(quotients, key=name), key=quotients.__getitem__, reverse=True
    )
    unranked_contestants = {
        contestant for contestant in ordered_contestants if board_counts[contestant] < min_boards
    }.union(unranked)
    ranked_rows = _with_places(
        [
            contestant
            for contestant in ordered_contestants
            if contestant not in unranked_contestants
        ],
        quotients,
        break_ties,
    )
    unranked_rows = [
        (None, contestant, None)
        for contestant in ordered_contestants
        if contestant in unranked_contestants
    ]
    return [
        tallies.row(place, contestant, totals[contestant], deciding_tiebreak)
        for place, contestant, deciding_tiebreak in (*ranked_rows, *unranked_rows)
    ]


def _integer_quotients(
    totals: Mapping[Contestant, X], divisors: Mapping[Contestant, int]
) -> dict[Contestant, X]:
    """Divide each total by its divisor, and multiply by the common multiple of all divisors.

    The results are integers, which are faster to compare than fractions. If a divisor is 0, the
    result is 0.
    """
    multiple = lcm(*filter(None, divisors.values()))
    return {
        contestant: total * (multiple // divisors[contestant]) if divisors[contestant] else 0
        for contestant, total in totals.items()
    }


def _with_places(
    ordered_contestants: Iterable[Contestant],
    quotients: Mapping[Contestant, X],
    break_ties: Callable[[list[Contestant]], Iterable[TiedGroup[Contestant]]],
) -> Iterator[tuple[int, Contestant, DecidingTieBreak | None]]:
    """Yield each contestant with their place, from 1, and the tie-break that decided it."""
    contestants_by_quotient: dict[X, list[Contestant]] = {}
    for contestant in ordered_contestants:
        contestants_by_quotient.setdefault(quotients[contestant], []).append(contestant)
    place = 1
    for tied_contestants in contestants_by_quotient.values():
        for group, deciding_tiebreak in (
            break_ties(tied_contestants)
            if len(tied_contestants) > 1
            else ((tied_contestants, None),)
        ):
            for contestant in group:
                yield place, contestant, deciding_tiebreak
                deciding_tiebreak = None  # the rest of the group is equal to the row above
            place += len(group)
