"""X per line of a play, as it is stored with the play."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Q

from games.game import Game
from games.x import X
from scoring.adjusted.averages import Average
from scoring.adjusted.award_text import NOT_PLAYED, parse_adjusted_award
from scoring.adjusted.kinds import AdjustedAward
from tournaments.models import Entry, Play, Seating

VOID_POINTS = "-"
"""Instead of any X: the director says that it is not played."""

_FLAGGED = "*"
AWARD_PREFIX = "~"
"""With which what a line was given begins."""

LINE_NOT_DUE = f"{AWARD_PREFIX}."
"""Instead of an award: the board does not count for the line, whose play is not due."""

_SIGNS = {
    Average.AVERAGE.value: "=",
    Average.PLUS.value: "+",
    Average.MINUS.value: "-",
    NOT_PLAYED: LINE_NOT_DUE.removeprefix(AWARD_PREFIX),
}
_MEANT = {sign: word for word, sign in _SIGNS.items()}
SCORED_STATES = (Play.State.ENTERED, Play.State.CONFIRMED, Play.State.RULED)
"""States in which a play has a result."""

# The plays whose entry has an outcome with all fields of the game. Left out are void boards, awards
# given instead of a result, and outcomes that the game cannot score. What the cards contradict is
# not counted in `made` either, but its table must not notice that.
HAS_OUTCOME = Q(state__in=SCORED_STATES) & (
    Q(entry__contradicted=True) | ~Q(line_points="") & ~Q(line_points__startswith=AWARD_PREFIX)
)


class LinePoints(NamedTuple):
    """X of each line as text, and whether the result is flagged."""

    xs: tuple[str, ...]
    flagged: bool


def parse_line_points(text: str | None) -> LinePoints | None:
    """What was written; None where no result counts, and where awards were given instead."""
    if not text or text == VOID_POINTS or text.startswith(AWARD_PREFIX):
        return None
    return LinePoints(tuple(text.removeprefix(_FLAGGED).split()), text.startswith(_FLAGGED))


def parse_given_awards(text: str | None) -> tuple[AdjustedAward, ...]:
    """What each line was given instead of a result; nothing where it was not."""
    if not text or not text.startswith(AWARD_PREFIX):
        return ()
    signs = (each.removeprefix(AWARD_PREFIX) for each in text.split())
    return tuple(parse_adjusted_award(_MEANT.get(sign, sign)) for sign in signs)


def format_given_awards(given: Mapping[str, str], game: Game) -> str:
    """What each line is given, as a play carries it."""
    return " ".join(AWARD_PREFIX + _SIGNS.get(given[line], given[line]) for line in game.lines)


def lines_due(text: str, lines: int) -> list[bool]:
    """Of each of so many lines whether its play is due, or has a result or an award."""
    if text.startswith(AWARD_PREFIX):
        return [each != LINE_NOT_DUE for each in text.split()]
    return [text != VOID_POINTS] * lines


def format_line_points(play: Play, game: Game) -> tuple[str, str]:
    """X of each line, and what each made of its own where that is not X; of a play that is
    settled."""
    if play.state == Play.State.VOID:
        return VOID_POINTS, ""
    if play.entry is None or play.state not in SCORED_STATES or play.entry.contradicted:
        return "", ""
    if play.entry.kind == Entry.Kind.AWARDS:
        return format_given_awards(play.entry.given, game), ""
    outcome, board = play.entry.outcome, play.board.conditions
    xs, points = _written(game.x(outcome, board), game), _written(game.points(outcome, board), game)
    return (_FLAGGED if play.flagged else "") + xs, "" if points == xs else points


def _written(numbers: Mapping[str, X], game: Game) -> str:
    return " ".join(str(numbers[line]) for line in game.lines)


def round_points(play: Play, seating: Seating | None) -> dict[str, X]:
    """By line, what the other boards of the play's table and round make together; empty while none
    counts.

    So it is for those who sit at the table now by another `seating`: they may have those boards yet
    to play.
    """
    if seating is None or seating.pk != play.seating_id:
        return {}
    others = Play.objects.filter(HAS_OUTCOME, seating=play.seating_id).exclude(pk=play.pk)
    counted = others.select_related("entry", "board").order_by("board__number")
    game = play.board.session.stage.event.game
    total: Counter[str] = Counter()
    for each in counted:
        if each.entry:
            total.update(game.table_points(each.entry.outcome, game.board(each.board.number)))
    return {line: total[line] for line in game.lines} if counted else {}
