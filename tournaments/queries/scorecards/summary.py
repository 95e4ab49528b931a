"""Somebody's evening in a few lines: which boards made it, which cost it, and on which he did
how well."""

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

_MOST, _FEW = 3, 6
"""So many boards made it and so many cost it; of fewer than that together the card says it all."""

_CALLING, _DEFENDING = Text(_("as the calling side")), Text(_("as the other side"))


@dataclass(frozen=True)
class SummaryBoard:
    """A board of the evening with the round in which it was played, and what it brought."""

    round: ScorecardRound
    board: ScorecardBoard
    award: Fraction


@dataclass(frozen=True)
class ExtremeBoards:
    """Boards at one end of an evening, the furthest first; so many `more` have the award of the
    last one."""

    boards: Sequence[SummaryBoard]
    more: int

    @property
    def last(self) -> Fraction:
        """The award of the last one."""
        return self.boards[-1].award


@dataclass(frozen=True)
class BoardGroup:
    """Boards that have something in common: what that is, how many they are, and the mean award
    on them."""

    what: Text
    boards: int
    mean: Fraction


@dataclass(frozen=True)
class ScorecardSummary:
    """The boards with the best awards, the best first, and with the worst, the worst first; and
    shares.

    All are of the boards anybody may see. Nothing is told of fewer than six. The best are above the
    contestant's own mean, the worst below: None where every award is the same.
    """

    best: ExtremeBoards | None
    worst: ExtremeBoards | None
    by_side: Sequence[BoardGroup]
    by_call: Sequence[BoardGroup]
    by_opponents: Sequence[BoardGroup]


def scorecard_summary(game: Game, cards: Iterable[StageCard]) -> ScorecardSummary | None:
    """The evening of whose cards they are; None while there are few boards."""
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
    """The boards by what they have in common, the best share first; none where all have the
    same."""
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
    """What was chosen first there, a trump or a contract."""
    entry = each.board.play.entry
    called = chosen_first(game, entry.outcome) if entry else ""
    return call_in_words(game, called) if called else None


def _opponents(each: SummaryBoard) -> Text | None:
    return Text("%(names)s", {"names": ", ".join(map(str, each.round.opponents))})
