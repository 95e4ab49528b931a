"""What is unlikely about a result: likelihoods in floats, which rank nobody and only ever make a
page ask."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import exp, log, sqrt

from games.forecast import Spread

SIDES_THRESHOLD = 1.7
"""How much likelier, as a logarithm, a result must be for the other side."""
BOARD_THRESHOLD = 3.0
"""The same for another board of the round."""
ORDER_THRESHOLD = -1.0
"""The same for a board that comes before it and has no result: less is enough, for it is out of
order."""
MAX_DEVIATIONS = 4.0
"""So many standard deviations from what is expected are asked about in any case."""

PRIOR_RESULTS = 20
"""So many results of a room weigh as much as what is known of the game."""

_WILD, _WIDER = 0.04, 3.0
"""One result in so many is out of all proportion, and then its deviation is so much wider."""


@dataclass(frozen=True)
class Hypothesis:
    """A result held against a board, which need not be the one it was written on.

    `difference` is what the first line made more than the other; `promise` and `call` are the
    forecast of the cards, 0 without one; `others` are how far the other tables' results lie from
    their own forecasts.
    """

    difference: float
    promise: float = 0.0
    call: float = 0.0
    others: tuple[float, ...] = ()

    def expected(self, spread: Spread) -> tuple[float, float]:
        """The difference that the cards and the other tables let expect, and its standard
        deviation."""
        of_board, of_table = spread.board**2, spread.table**2
        weight = 1 / of_board + len(self.others) / of_table
        return self.promise + sum(self.others) / of_table / weight, sqrt(1 / weight + of_table)

    def deviation(self, spread: Spread) -> float:
        """How many standard deviations it lies from what is expected."""
        middle, width = self.expected(spread)
        return abs(self.difference - middle) / width

    def likelihood(self, spread: Spread) -> float:
        """The logarithm of how likely it is here, but for a constant."""
        middle, width = self.expected(spread)
        off = (self.difference - middle) / width
        wild = _WILD / _WIDER * exp(-((off / _WIDER) ** 2) / 2)
        return self.call + log((1 - _WILD) * exp(-(off**2) / 2) + wild + 1e-300) - log(width)


@dataclass(frozen=True)
class RivalBoard:
    """Another board of the round that the result may belong to.

    `there` is the result held against it. `skipped` says that it comes before, and is still without
    a result though the table has not gone past it before. Where it has a result, `exchanged` is
    that one held against this board, `kept` against its own: then the two may have been exchanged.
    """

    there: Hypothesis
    skipped: bool = False
    exchanged: Hypothesis | None = None
    kept: Hypothesis | None = None


def unlikely_reasons(
    case: Hypothesis,
    mirrored: Hypothesis | None,
    rivals: Iterable[RivalBoard],
    spread: Spread | None,
) -> list[str]:
    """Why to ask about a result: `sides`, `board`, `order`, `far`; without a spread only
    `order`."""
    rivals = list(rivals)
    if spread is None:
        return ["order"] if any(rival.skipped for rival in rivals) else []
    return list(dict.fromkeys(_reasons(case, mirrored, rivals, spread)))


def _reasons(
    case: Hypothesis, mirrored: Hypothesis | None, rivals: list[RivalBoard], spread: Spread
) -> Iterator[str]:
    here = case.likelihood(spread)
    if mirrored and mirrored.likelihood(spread) - here > SIDES_THRESHOLD:
        yield "sides"
    if case.deviation(spread) > MAX_DEVIATIONS:
        yield "far"
    for rival in rivals:
        gain = _gain(rival, here, spread)
        if rival.skipped and gain > ORDER_THRESHOLD:
            yield "order"
        elif gain > BOARD_THRESHOLD:
            yield "board"


def _gain(rival: RivalBoard, here: float, spread: Spread) -> float:
    """How much likelier everything is if the result is the rival board's."""
    gain = rival.there.likelihood(spread) - here
    if rival.exchanged is None or rival.kept is None:
        return gain
    return gain + rival.exchanged.likelihood(spread) - rival.kept.likelihood(spread)


def estimate_spread(boards: Iterable[Iterable[float]], usual: Spread | None) -> Spread | None:
    """The spread of a room's results, given by board as they lie from their forecasts.

    `usual` is that of the game and counts for `PRIOR_RESULTS` results; without one it is None until
    so many exist.
    """
    groups = [group for each in boards if (group := list(each))]
    free = sum(len(group) - 1 for group in groups)
    middles = [sum(group) / len(group) for group in groups]
    within = sum((x - mid) ** 2 for group, mid in zip(groups, middles, strict=True) for x in group)
    if usual:
        return Spread(
            usual.board, sqrt((PRIOR_RESULTS * usual.table**2 + within) / (PRIOR_RESULTS + free))
        )
    if free < PRIOR_RESULTS:
        return None
    between = sum(middle**2 for middle in middles) / len(middles)
    return Spread(sqrt(max(between, 1)), sqrt(max(within / free, 1)))
