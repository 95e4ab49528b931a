"""How long a club takes for a board of a game, as its past evenings tell."""

from collections.abc import Iterator
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from django.db.models import F, QuerySet

from games.game import Game
from tournaments.models import Club, Round, Session
from tournaments.movements.advice.time_budget import CHANGE_OVER

FEWEST = 5
"""Rounds from which a club's own pace is believed."""

LATEST = 60
"""Rounds looked at: people become faster."""

_SANE = 3
"""A round this many times slower or faster than usual was a break for supper, or a trial."""


class Pace(NamedTuple):
    """Minutes a board takes, in halves; `rounds` is how many past ones say so, 0 where none do."""

    minutes: Fraction
    rounds: int


def minutes_per_board(club: Club | None, game: Game) -> Pace:
    """The median over the club's latest rounds of the same game, or the game's own where they are few."""
    usual = Fraction(game.minutes_per_board)
    took = [each for each in _took(club, game) if usual / _SANE <= each <= usual * _SANE]
    if len(took) < FEWEST:
        return Pace(usual, 0)
    return Pace(Fraction(round(2 * median(took)), 2), len(took))


def _took(club: Club | None, game: Game) -> Iterator[Fraction]:
    """Minutes of each board of a round that was played, the change of tables taken off."""
    for round_ in _rounds(club, game)[:LATEST]:
        lasted = round_.ended_at - round_.started_at  # type: ignore[operator]
        seconds = int(lasted.total_seconds()) - 60 * CHANGE_OVER
        yield Fraction(seconds, 60 * round_.section.boards_in(round_.number))


def _rounds(club: Club | None, game: Game) -> QuerySet[Round]:
    finished = Round.objects.filter(
        section__session__state=Session.State.FINISHED,
        section__session__stage__event__club=club,
        section__session__stage__event__game_key=game.key,
        ended_at__gt=F("started_at"),
    )
    return finished.select_related("section__session").order_by("-ended_at")
