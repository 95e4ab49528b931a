"""The strip of awards on a scorecard: for each board a stem up or down from the award 1.5."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.queries.scorecards.rounds import ScorecardRound
from tournaments.queries.scorecards.stage_card import StageCard
from tournaments.queries.standings.latest import uses_min_max_scale

# In units of the drawing: its width, and the y coordinates of the awards 2, 1.5 and 1.
WIDTH, TOP, MIDDLE, BOTTOM = 340, 8, 46, 84

# Largest radius of a dot; with many boards the dots are smaller.
MAX_DOT_RADIUS = 4.6

# With fewer boards that have an award, there is no strip.
MIN_BOARDS = 3

MIDDLE_AWARD = Fraction(3, 2)


@dataclass(frozen=True)
class Dot:
    """The dot of one board; `x` and `y` are values of SVG attributes."""

    x: str
    y: str
    is_above: bool


@dataclass(frozen=True)
class AwardStrip:
    """All boards with an award, in order of play; `above` is the number of awards over 1.5."""

    dots: tuple[Dot, ...]
    radius: str
    above: int
    first_round: int
    last_round: int

    @property
    def stems(self) -> str:
        """The SVG path of all stems."""
        return "".join(f"M{dot.x} {MIDDLE}V{dot.y}" for dot in self.dots)


def award_strip(cards: Iterable[StageCard]) -> AwardStrip | None:
    """Return the strip of some scorecards, or None if there are too few boards with an award.

    Only awards of events whose awards lie between 1 and 2 are included.
    """
    awards = [(round_, award) for card in cards for round_, award in _awards_of_rows(card)]
    if len(awards) < MIN_BOARDS:
        return None
    step = Fraction(WIDTH, len(awards))
    dots = tuple(
        Dot(_units_text(step * index + step / 2), _units_text(_height(award)), award > MIDDLE_AWARD)
        for index, (_round, award) in enumerate(awards)
    )
    rounds = [round_.seating.round.number for round_, _award in awards]
    return AwardStrip(
        dots,
        _units_text(min(MAX_DOT_RADIUS, float(step) * 0.42)),
        sum(dot.is_above for dot in dots),
        rounds[0],
        rounds[-1],
    )


def _awards_of_rows(card: StageCard) -> list[tuple[ScorecardRound, Fraction]]:
    if not uses_min_max_scale(card.stage.event):
        return []
    return [
        (round_, board.counted_award)
        for round_ in card.rounds
        for board in round_.boards
        if board.counted_award is not None
    ]


def _height(award: Fraction) -> Fraction:
    clamped_award = max(Fraction(1), min(Fraction(2), award))
    return MIDDLE - (clamped_award - MIDDLE_AWARD) * (BOTTOM - TOP)


def _units_text(number: Fraction | float) -> str:
    return f"{float(number):.1f}"
