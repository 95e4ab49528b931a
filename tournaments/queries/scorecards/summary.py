"""A summary of a scorecard: best and worst boards, and means by side, call and opponents."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.game import Game
from games.text import Text
from games.text import gettext_noop as _
from tournaments.queries.results.notations import call_in_words, chosen_first
from tournaments.queries.scorecards.rounds import ScorecardBoard, ScorecardRound
from tournaments.queries.scorecards.stage_card import StageCard

# How many best and worst boards are listed, and the least number of boards for a summary.
_MOST, _FEW = 3, 6

_CALLING, _DEFENDING = Text(_("as the calling side")), Text(_("as the other side"))


@dataclass(frozen=True)
class SummaryBoard:
    """A board with its round and its award."""

    round: ScorecardRound
    board: ScorecardBoard
    award: Fraction


@dataclass(frozen=True)
class ExtremeBoards:
    """The best or worst boards; `more` is how many others have the last one's award."""

    boards: Sequence[SummaryBoard]
    more: int

    @property
    def last(self) -> Fraction:
        """The award of the last board listed."""
        return self.boards[-1].award


@dataclass(frozen=True)
class BoardGroup:
    """Boards with something in common, named by `what`, and their mean award."""

    what: Text
    boards: int
    mean: Fraction


@dataclass(frozen=True)
class ScorecardSummary:
    """The best boards, best first, the worst, worst first, and means by group.

    Only open boards are included. The best are above the contestant's mean, the worst below: None
    if every award is the same.
    """

    best: ExtremeBoards | None
    worst: ExtremeBoards | None
    by_side: Sequence[BoardGroup]
    by_call: Sequence[BoardGroup]
    by_opponents: Sequence[BoardGroup]


def scorecard_summary(game: Game, cards: Iterable[StageCard]) -> ScorecardSummary | None:
    """Return the summary of a contestant's scorecards; None for fewer than six boards."""
    told = list(_boards(cards))
    if len(told) < _FEW:
        return None
    mean = sum((each.award for each in told), Fraction(0)) / len(told)
    return ScorecardSummary(
        _furthest([each for each in told if each.award > mean], lambda each: -each.award),
        _furthest([each for each in told if each.award < mean], lambda each: each.award),
        _shares(told, lambda each: _side(game, each)),
        _shares(told, lambda each: _call(game, each)),
        _shares(told, _opponents),
    )


def _boards(cards: Iterable[StageCard]) -> Iterable[SummaryBoard]:
    for card in cards:
        for round_ in card.rounds:
            for board in round_.boards:
                if not board.is_sealed and board.award and board.award.award is not None:
                    yield SummaryBoard(round_, board, board.award.award)


def _furthest(
    told: Sequence[SummaryBoard], order: Callable[[SummaryBoard], Fraction]
) -> ExtremeBoards | None:
    if not told:
        return None
    boards = sorted(told, key=order)
    shown, others = boards[:_MOST], boards[_MOST:]
    return ExtremeBoards(shown, sum(each.award == shown[-1].award for each in others))


def _shares(
    told: Iterable[SummaryBoard], common: Callable[[SummaryBoard], Text | None]
) -> Sequence[BoardGroup]:
    """Group boards by what they have in common, best mean first; empty for a single group."""
    words: dict[str, Text] = {}
    awards = defaultdict[str, list[Fraction]](list)
    for each in told:
        if what := common(each):
            words[str(what)] = what
            awards[str(what)].append(each.award)
    shares = [
        BoardGroup(words[what], len(of), sum(of, Fraction(0)) / len(of))
        for what, of in awards.items()
    ]
    return sorted(shares, key=lambda share: -share.mean) if len(shares) > 1 else ()


def _side(game: Game, each: SummaryBoard) -> Text | None:
    caller = game.calling_line(game.board(each.board.play.board.number))
    if caller is None:
        return None
    return _CALLING if caller == each.round.line else _DEFENDING


def _call(game: Game, each: SummaryBoard) -> Text | None:
    """Return what was chosen first on the board in words, a trump or a contract."""
    entry = each.board.play.entry
    called = chosen_first(game, entry.outcome) if entry else ""
    return call_in_words(game, called) if called else None


def _opponents(each: SummaryBoard) -> Text | None:
    return Text("%(names)s", {"names": ", ".join(map(str, each.round.opponents))})
