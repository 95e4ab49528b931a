"""The traveller: all that happened on one board, once nobody is still to play it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.game import Game, X
from tournaments.models import Award, Board, Contestant, Play
from tournaments.queries.hands import ANYBODY, visible_hands
from tournaments.queries.rounds import by_line


@dataclass(frozen=True)
class LineShown:
    """One line of a result: who sat there, and what scoring made of it, if it counts."""

    line: str
    contestants: list[Contestant]
    award: Award | None

    @property
    def extreme(self) -> str:
        """`MIN` or `MAX` where X is one of them and they differ; otherwise blank."""
        if self.award is None or self.award.low == self.award.high:
            return ""
        return {self.award.low: "MIN", self.award.high: "MAX"}.get(self.award.x, "")


@dataclass(frozen=True)
class ResultShown:
    """What happened at one table; `called` is what the sprite may have a symbol for, blank without a result."""

    play: Play
    lines: list[LineShown]
    called: str
    notation: str


class Bar(NamedTuple):
    """One X of a distribution: where it lies between MIN and MAX and how often, both in percent of the whole."""

    x: X
    along: int
    height: int


def traveller(board: Board) -> list[ResultShown]:
    """Every table's result on an unsealed board, the best award of the game's first line first."""
    game = board.session.stage.event.game
    plays = board.plays.select_related("entry", "seating__table")
    plays = plays.prefetch_related("awards", "seating__places__contestant")
    return sorted((_shown(game, play) for play in plays), key=_best_first)


def sorted_hands(board: Board) -> dict[str, Sequence[object]] | None:
    """The hands as players hold them; None where they are sealed or not known."""
    shown = visible_hands(ANYBODY, board)
    if shown is None or shown.deal is None:
        return None
    game = board.session.stage.event.game
    return {seat: game.sorted_hand(hand) for seat, hand in shown.deal.hands.items()}


def distribution(results: Iterable[ResultShown]) -> list[Bar]:
    """How often each X of the game's first line came about, from the lowest to the highest."""
    counted = Counter(result.lines[0].award.x for result in results if result.lines[0].award)
    low, most = min(counted, default=0), max(counted.values(), default=0)
    width = max(counted, default=0) - low
    return [
        Bar(x, round(100 * (x - low) / width) if width else 50, 100 * counted[x] // most)
        for x in sorted(counted)
    ]


def notation(game: Game, play: Play) -> str:
    """The result of a play as players write it; blank where none counts."""
    if play.entry is None or play.state == Play.State.VOID:
        return ""
    return game.notation(play.entry.outcome, game.board(play.board.number))


def _shown(game: Game, play: Play) -> ResultShown:
    awards = {award.line: award for award in play.awards.all()}
    seated = by_line(game, play.seating.places.all())
    lines = [LineShown(line, contestants, awards.get(line)) for line, contestants in seated.items()]
    return ResultShown(play, lines, _called(game, play), notation(game, play))


def _called(game: Game, play: Play) -> str:
    outcome = play.entry.outcome if play.entry else {}
    choices = (field.name for field in game.fields if field.kind == "choice")
    return str(outcome.get(next(choices, ""), ""))


def _best_first(result: ResultShown) -> tuple[bool, X, X, int]:
    award = result.lines[0].award
    value = award.award if award else None
    return value is None, -(value or 0), -award.x if award else 0, result.play.seating.table.number
