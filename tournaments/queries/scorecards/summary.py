"""Sum up a scorecard: best and worst boards, and means by side, call and opponents."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.game import Game
from games.text import Text
from games.text import gettext_noop as _
from tournaments.queries.results.notations import call_text, first_choice_key
from tournaments.queries.scorecards.rounds import ScorecardBoard, ScorecardRound
from tournaments.queries.scorecards.stage_card import StageCard

# How many best and worst boards are listed, and the minimum number of boards for a summary.
_MAX_LISTED, _MIN_BOARDS = 3, 6

_CALLING, _DEFENDING = Text(_("this side")), Text(_("the other side"))


@dataclass(frozen=True)
class SummaryBoard:
    """A board with its round and its award."""

    round: ScorecardRound
    board: ScorecardBoard
    award: Fraction


@dataclass(frozen=True)
class ExtremeBoards:
    """The best or worst boards; `unlisted_ties` counts others with the award of the last one."""

    boards: Sequence[SummaryBoard]
    unlisted_ties: int

    @property
    def last(self) -> Fraction:
        """The award of the last board listed."""
        return self.boards[-1].award


@dataclass(frozen=True)
class BoardGroup:
    """Boards with something in common, described by `label`, and their mean award."""

    label: Text
    boards: int
    mean: Fraction


@dataclass(frozen=True)
class ScorecardSummary:
    """The best boards, best first, the worst, worst first, and means by group.

    Only open boards are included. The best boards are above the contestant's mean and not below the
    middle of the scale, the worst below the mean and not above the middle. Each is None if there
    is no such board.
    """

    best: ExtremeBoards | None
    worst: ExtremeBoards | None
    by_side: Sequence[BoardGroup]
    by_call: Sequence[BoardGroup]
    by_opponents: Sequence[BoardGroup]


def scorecard_summary(
    game: Game, cards: Iterable[StageCard], middle_award: Fraction | None = None
) -> ScorecardSummary | None:
    """Return the summary of a contestant's scorecards; None for fewer than six boards.

    `middle_award` is the middle of the scale of awards, None if it has none.
    """
    boards = list(_summary_boards(cards))
    if len(boards) < _MIN_BOARDS:
        return None
    mean = sum((board.award for board in boards), Fraction(0)) / len(boards)
    middle = mean if middle_award is None else middle_award
    return ScorecardSummary(
        _extreme_boards(
            [board for board in boards if mean < board.award >= middle],
            lambda board: -board.award,
        ),
        _extreme_boards(
            [board for board in boards if mean > board.award <= middle],
            lambda board: board.award,
        ),
        _board_groups(boards, lambda board: _side_of(game, board)),
        _board_groups(boards, lambda board: _call_of(game, board)),
        _board_groups(boards, _opponents_of),
    )


def _summary_boards(cards: Iterable[StageCard]) -> Iterable[SummaryBoard]:
    for card in cards:
        for round_ in card.rounds:
            for board in round_.boards:
                if not board.is_sealed and board.award and board.award.award is not None:
                    yield SummaryBoard(round_, board, board.award.award)


def _extreme_boards(
    boards: Sequence[SummaryBoard], order: Callable[[SummaryBoard], Fraction]
) -> ExtremeBoards | None:
    if not boards:
        return None
    ordered = sorted(boards, key=order)
    listed, others = ordered[:_MAX_LISTED], ordered[_MAX_LISTED:]
    return ExtremeBoards(listed, sum(board.award == listed[-1].award for board in others))


def _board_groups(
    boards: Iterable[SummaryBoard], common: Callable[[SummaryBoard], Text | None]
) -> Sequence[BoardGroup]:
    """Group boards by what they have in common, the best mean first.

    If there is only one group, none is returned.
    """
    labels: dict[str, Text] = {}
    awards = defaultdict[str, list[Fraction]](list)
    for board in boards:
        if label := common(board):
            labels[str(label)] = label
            awards[str(label)].append(board.award)
    groups = [
        BoardGroup(
            labels[label], len(group_awards), sum(group_awards, Fraction(0)) / len(group_awards)
        )
        for label, group_awards in awards.items()
    ]
    return sorted(groups, key=lambda group: -group.mean) if len(groups) > 1 else ()


def _side_of(game: Game, board: SummaryBoard) -> Text | None:
    caller = game.calling_line(game.board(board.board.play.board.number))
    if caller is None:
        return None
    return _CALLING if caller == board.round.line else _DEFENDING


def _call_of(game: Game, board: SummaryBoard) -> Text | None:
    """Return the label of what was chosen first on the board: a trump or a contract."""
    entry = board.board.play.entry
    called = first_choice_key(game, entry.outcome) if entry else ""
    return call_text(game, called) if called else None


def _opponents_of(board: SummaryBoard) -> Text | None:
    return Text("%(names)s", {"names": ", ".join(map(str, board.round.opponents))})
