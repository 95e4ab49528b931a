"""Parse and format the points of a play: one line of text with X of each line.

A result is X of each line in the game's order: `9 -9`; if flagged: `*9 -9`; a board that is not
played: `-`. Adjusted awards are given per line instead: `~+`, `~-` and `~=` for average plus,
average minus and average, `~.` for a line for which the board does not count, and otherwise `~` and
the award as `scoring.adjusted.award_text` formats it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Q

from games.game import Game
from games.x import X
from scoring.adjusted.averages import Average
from scoring.adjusted.award_text import NOT_PLAYED, parse_adjusted_award
from scoring.adjusted.kinds import AdjustedAward
from tournaments.models import Entry, Play

# What stands for X if the director decided that the board is not played.
VOID_POINTS = "-"

# What each adjusted award starts with.
AWARD_PREFIX = "~"

# What stands for the award of a line for which the board does not count.
LINE_NOT_DUE = f"{AWARD_PREFIX}."

# The states in which a play has a result or adjusted awards.
SCORED_STATES = (Play.State.ENTERED, Play.State.CONFIRMED, Play.State.RULED)

# The plays whose entry has an outcome with all fields of the game. Left out are void boards,
# adjusted awards, and outcomes that the game cannot score. Results that the cards contradict have
# no points either, but are included: their table must not notice the contradiction.
HAS_OUTCOME = Q(state__in=SCORED_STATES) & (
    Q(entry__contradicted=True) | ~Q(line_points="") & ~Q(line_points__startswith=AWARD_PREFIX)
)

_FLAG = "*"
_SIGNS = {
    Average.AVERAGE.value: "=",
    Average.PLUS.value: "+",
    Average.MINUS.value: "-",
    NOT_PLAYED: LINE_NOT_DUE.removeprefix(AWARD_PREFIX),
}
_AWARDS_BY_SIGN = {sign: award for award, sign in _SIGNS.items()}


class LinePoints(NamedTuple):
    """X of each line as text, and whether the result is flagged."""

    xs: tuple[str, ...]
    flagged: bool


def parse_line_points(text: str | None) -> LinePoints | None:
    """Parse X of each line; return None without a result, so also for adjusted awards."""
    if not text or text == VOID_POINTS or text.startswith(AWARD_PREFIX):
        return None
    return LinePoints(tuple(text.removeprefix(_FLAG).split()), text.startswith(_FLAG))


def parse_given_awards(text: str | None) -> tuple[AdjustedAward, ...]:
    """Parse the adjusted award of each line; return an empty tuple if there are none."""
    if not text or not text.startswith(AWARD_PREFIX):
        return ()
    signs = (award.removeprefix(AWARD_PREFIX) for award in text.split())
    return tuple(parse_adjusted_award(_AWARDS_BY_SIGN.get(sign, sign)) for sign in signs)


def format_given_awards(award_by_line: Mapping[str, str], game: Game) -> str:
    """Format the adjusted award of each line for the column `line_points`."""
    return " ".join(
        AWARD_PREFIX + _SIGNS.get(award_by_line[line], award_by_line[line]) for line in game.lines
    )


def lines_due(text: str, line_count: int) -> list[bool]:
    """Return for each line whether the board counts for it, or will count once it is played."""
    if text.startswith(AWARD_PREFIX):
        return [award != LINE_NOT_DUE for award in text.split()]
    return [text != VOID_POINTS] * line_count


def format_line_points(play: Play, game: Game) -> tuple[str, str]:
    """Return a play's columns `line_points` (X) and `line_scores` (the line's own points).

    `line_scores` is blank if it equals X. The play's state, entry and flag must be set.
    """
    if play.state == Play.State.VOID:
        return VOID_POINTS, ""
    if play.entry is None or play.state not in SCORED_STATES or play.entry.contradicted:
        return "", ""
    if play.entry.kind == Entry.Kind.AWARDS:
        return format_given_awards(play.entry.given, game), ""
    outcome, conditions = play.entry.outcome, play.board.conditions
    xs = _format_numbers(game.raw_results(outcome, conditions), game)
    points = _format_numbers(game.uncompared_points(outcome, conditions), game)
    return (_FLAG if play.flagged else "") + xs, "" if points == xs else points


def _format_numbers(numbers: Mapping[str, X], game: Game) -> str:
    return " ".join(str(numbers[line]) for line in game.lines)
