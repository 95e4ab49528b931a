"""The strip of awards on a scorecard: for each board a stem up or down from the award 1.5."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.queries.scorecards.rounds import ScorecardBoard, ScorecardRound
from tournaments.queries.scorecards.scorecards import OwnResult
from tournaments.queries.scorecards.stage_card import StageCard
from tournaments.queries.standings.latest import uses_min_max_scale

# In units of the drawing: its width, and the y coordinates of the awards 2, 1.5 and 1.
WIDTH, TOP, MIDDLE, BOTTOM = 340, 8, 46, 84

# Largest radius of a dot; with many boards the dots are smaller.
MAX_DOT_RADIUS = 4.6

# With fewer boards, there is no strip.
MIN_BOARDS = 3

MIDDLE_AWARD = Fraction(3, 2)


@dataclass(frozen=True)
class Dot:
    """The dot of one board; `x` and `y` are values of SVG attributes.

    The dot of a sealed board is in the middle and has no stem.
    """

    x: str
    y: str
    is_above: bool
    is_sealed: bool


@dataclass(frozen=True)
class AwardStrip:
    """All boards with an award and all sealed boards, in order of play.

    `above` is the number of awards over 1.5.
    """

    dots: tuple[Dot, ...]
    radius: str
    above: int
    first_round: int
    last_round: int

    @property
    def stems(self) -> str:
        """The SVG path of all stems."""
        return "".join(f"M{dot.x} {MIDDLE}V{dot.y}" for dot in self.dots if not dot.is_sealed)

    @property
    def open(self) -> int:
        """The number of boards with an award."""
        return len(self.dots) - self.sealed

    @property
    def sealed(self) -> int:
        """The number of boards that are not open yet."""
        return sum(dot.is_sealed for dot in self.dots)


def award_strip(
    cards: Iterable[StageCard], own_results: Mapping[int, OwnResult] | None = None
) -> AwardStrip | None:
    """Return the strip of some scorecards, or None if there are too few boards.

    `own_results` are results of sealed boards that the reader may see, by play id. Only awards of
    events whose awards lie between 1 and 2 are included.
    """
    boards = [
        (round_, award)
        for card in cards
        for round_, award in _awards_of_rows(card, own_results or {})
    ]
    if len(boards) < MIN_BOARDS:
        return None
    step = Fraction(WIDTH, len(boards))
    dots = tuple(
        Dot(
            _units_text(step * index + step / 2),
            _units_text(MIDDLE if award is None else _height(award)),
            award is not None and award > MIDDLE_AWARD,
            award is None,
        )
        for index, (_round, award) in enumerate(boards)
    )
    rounds = [round_.seating.round.number for round_, _award in boards]
    return AwardStrip(
        dots,
        _units_text(min(MAX_DOT_RADIUS, float(step) * 0.42)),
        sum(dot.is_above for dot in dots),
        rounds[0],
        rounds[-1],
    )


def _awards_of_rows(
    card: StageCard, own_results: Mapping[int, OwnResult]
) -> list[tuple[ScorecardRound, Fraction | None]]:
    """Return the rounds and awards of open boards, and None for the award of a sealed board."""
    if not uses_min_max_scale(card.stage.event):
        return []
    boards = [
        (round_, board, _award_shown(board, own_results))
        for round_ in card.rounds
        if not round_.is_unplayed_at_finish
        for board in round_.boards
    ]
    return [
        (round_, award) for round_, board, award in boards if award is not None or board.is_sealed
    ]


def _award_shown(board: ScorecardBoard, own_results: Mapping[int, OwnResult]) -> Fraction | None:
    own_result = own_results.get(board.play.pk)
    if own_result and own_result.award:
        return own_result.award.award
    return board.counted_award


def _height(award: Fraction) -> Fraction:
    clamped_award = max(Fraction(1), min(Fraction(2), award))
    return MIDDLE - (clamped_award - MIDDLE_AWARD) * (BOTTOM - TOP)


def _units_text(number: Fraction | float) -> str:
    return f"{float(number):.1f}"
