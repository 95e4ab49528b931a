"""What a room knows when a result comes in, and what is unlikely about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.deals import DealtBoard
from games.fields import Outcome
from games.forecast import Forecast, Spread
from games.game import Game
from scoring.result_likelihood import Hypothesis, RivalBoard, estimate_spread, unlikely_reasons

OutcomesByBoard = Mapping[int, Mapping[int, Outcome]]
"""What was made of each board, by its number, then by whoever made it; nothing out of the
ordinary."""

TableOutcomes = Mapping[int, Outcome | None]
"""The boards of one table in one round with its results; None for a board nobody has spoken of."""

_NOTHING = Forecast(0.0, 0.0)


@dataclass
class SessionEvidence:
    """The results of a session so far; `deal` gives a board, with its cards where they are
    known."""

    game: Game
    deal: Callable[[int], DealtBoard]
    results: OutcomesByBoard
    _forecasts: dict[object, Forecast] = field(default_factory=dict, repr=False)

    @property
    def can_compare(self) -> bool:
        """Whether results can be compared: the deal is the same for all, and two lines share it."""
        return self.game.has_play and len(self.game.lines) == 2

    @cached_property
    def spread(self) -> Spread | None:
        """How far results lie from what could be expected, here and in the game."""
        residues = (
            [self._residue(outcome, number) for outcome in made.values()]
            for number, made in self.results.items()
        )
        return estimate_spread(residues, self.game.spread)

    def reasons(self, outcome: Outcome, number: int, own: TableOutcomes, who: int) -> list[str]:
        """Why to ask `who` about a result that he writes on board `number`; see
        `unlikely_reasons`."""
        if not self.can_compare or self.game.is_flagged(outcome) or self.spread is None:
            return ["order"] if any(is_skipped(other, number, own) for other in own) else []
        mirrored = self._mirrored(outcome, number)
        turned = self._case(mirrored, number, who) if mirrored else None
        here = self._case(outcome, number, who)
        return unlikely_reasons(here, turned, self._rivals(outcome, number, own, who), self.spread)

    def _mirrored(self, outcome: Outcome, number: int) -> Outcome | None:
        """What the other side would have made, where that is possible at all."""
        mirrored = self.game.mirrored(outcome)
        return (
            mirrored
            if mirrored and not self.game.problems(mirrored, self.game.board(number))
            else None
        )

    def _rivals(
        self, outcome: Outcome, number: int, own: TableOutcomes, who: int
    ) -> Iterator[RivalBoard]:
        for other, made in own.items():
            there = self._case(outcome, other, who)
            if other == number or (made and self.game.is_flagged(made)):
                continue
            if made is None:
                yield RivalBoard(there, is_skipped(other, number, own))
            else:
                exchanged, kept = self._case(made, number, who), self._case(made, other, who)
                yield RivalBoard(there, False, exchanged, kept)

    def _case(self, outcome: Outcome, number: int, who: int) -> Hypothesis:
        """A result held against a board and what everybody else made of it."""
        others = {one: made for one, made in self.results.get(number, {}).items() if one != who}
        promise, call = self._forecast(outcome, number)
        residues = tuple(self._residue(made, number) for made in others.values())
        return Hypothesis(self._difference(outcome, number), promise, call, residues)

    def _residue(self, outcome: Outcome, number: int) -> float:
        return self._difference(outcome, number) - self._forecast(outcome, number).difference

    def _difference(self, outcome: Outcome, number: int) -> float:
        first, second = self.game.made(outcome, self.game.board(number)).values()
        return float(first - second)

    def _forecast(self, outcome: Outcome, number: int) -> Forecast:
        key = (number, *outcome.values())
        if key not in self._forecasts:
            board = self.deal(number)
            told = self.game.forecast(outcome, board) if board.deal else None
            self._forecasts[key] = told or _NOTHING
        return self._forecasts[key]


def is_skipped(other: int, number: int, own: TableOutcomes) -> bool:
    """Whether writing on `number` first goes past board `other`, which has no result.

    Once a later board has one, the table is known to take its boards as it likes, and is not asked
    again.
    """
    return other < number and own[other] is None and not any(_written(own, after=other))


def _written(own: TableOutcomes, after: int) -> Iterable[int]:
    return (number for number, made in own.items() if number > after and made is not None)
