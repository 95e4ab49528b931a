"""Somebody's evening in a few lines: which boards made it, which cost it, and on which he did
how well."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.game import Game
from games.text import Words
from games.text import gettext_noop as _
from tournaments.queries.results.notations import call_in_words, chosen_first
from tournaments.queries.scorecards.rounds import BoardShown, RoundPlayed
from tournaments.queries.scorecards.stage_card import StageCard

_MOST, _FEW = 3, 6
"""So many boards made it and so many cost it; of fewer than that together the card says it all."""

_CALLING, _DEFENDING = Words(_("as the calling side")), Words(_("as the other side"))


@dataclass(frozen=True)
class BoardTold:
    """A board of the evening with the round in which it was played, and what it brought."""

    round: RoundPlayed
    board: BoardShown
    award: Fraction


@dataclass(frozen=True)
class Furthest:
    """Boards at one end of an evening, the furthest first; so many `more` have the award of the
    last one."""

    boards: Sequence[BoardTold]
    more: int

    @property
    def last(self) -> Fraction:
        """The award of the last one."""
        return self.boards[-1].award


@dataclass(frozen=True)
class Share:
    """Boards that have something in common: what that is, how many they are, and the mean award
    on them."""

    what: Words
    boards: int
    mean: Fraction


@dataclass(frozen=True)
class EveningTold:
    """The boards with the best awards, the best first, and with the worst, the worst first; and
    shares.

    All are of the boards anybody may see. Nothing is told of fewer than six. The best are above the
    contestant's own mean, the worst below: None where every award is the same.
    """

    made: Furthest | None
    cost: Furthest | None
    by_side: Sequence[Share]
    by_call: Sequence[Share]
    by_opponents: Sequence[Share]


def evening_told(game: Game, cards: Iterable[StageCard]) -> EveningTold | None:
    """The evening of whose cards they are; None while there are few boards."""
    told = list(_boards(cards))
    if len(told) < _FEW:
        return None
    mean = sum((each.award for each in told), Fraction(0)) / len(told)
    return EveningTold(
        _furthest([each for each in told if each.award > mean], lambda each: -each.award),
        _furthest([each for each in told if each.award < mean], lambda each: each.award),
        _shares(told, lambda each: _side(game, each)),
        _shares(told, lambda each: _call(game, each)),
        _shares(told, _opponents),
    )


def _boards(cards: Iterable[StageCard]) -> Iterable[BoardTold]:
    for card in cards:
        for round_ in card.rounds:
            for board in round_.boards:
                if not board.is_sealed and board.award and board.award.award is not None:
                    yield BoardTold(round_, board, board.award.award)


def _furthest(told: Sequence[BoardTold], order: Callable[[BoardTold], Fraction]) -> Furthest | None:
    if not told:
        return None
    boards = sorted(told, key=order)
    shown, others = boards[:_MOST], boards[_MOST:]
    return Furthest(shown, sum(each.award == shown[-1].award for each in others))


def _shares(
    told: Iterable[BoardTold], common: Callable[[BoardTold], Words | None]
) -> Sequence[Share]:
    """The boards by what they have in common, the best share first; none where all have the
    same."""
    words: dict[str, Words] = {}
    awards = defaultdict[str, list[Fraction]](list)
    for each in told:
        if what := common(each):
            words[str(what)] = what
            awards[str(what)].append(each.award)
    shares = [
        Share(words[what], len(of), sum(of, Fraction(0)) / len(of)) for what, of in awards.items()
    ]
    return sorted(shares, key=lambda share: -share.mean) if len(shares) > 1 else ()


def _side(game: Game, each: BoardTold) -> Words | None:
    caller = game.caller(game.board(each.board.play.board.number))
    if caller is None:
        return None
    return _CALLING if caller == each.round.line else _DEFENDING


def _call(game: Game, each: BoardTold) -> Words | None:
    """What was chosen first there, a trump or a contract."""
    entry = each.board.play.entry
    called = chosen_first(game, entry.outcome) if entry else ""
    return call_in_words(game, called) if called else None


def _opponents(each: BoardTold) -> Words | None:
    return Words("%(names)s", {"names": ", ".join(map(str, each.round.opponents))})
