"""How long a club takes for a board of a game, as its past evenings tell."""

from collections.abc import Iterator
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from django.db.models import F, Q, QuerySet

from games.game import Game
from games.options import TITLE
from tournaments.models import Club, Round, Session
from tournaments.movements.advice.time_budget import REMAKE_MINUTES, ROUND_CHANGE_MINUTES
from tournaments.queries.boards.remade_boards import sections_remaking_boards

MIN_ROUNDS = 5
"""Rounds from which a club's own pace is believed."""

MAX_ROUNDS = 60
"""Rounds looked at: people become faster."""

_SANE = 3
"""A round this many times slower or faster than usual was a break for supper, or a trial."""


class Pace(NamedTuple):
    """Minutes a board takes, in halves; `rounds` is how many past ones say so, 0 where none do."""

    minutes: Fraction
    rounds: int


def minutes_per_board(club: Club | None, game: Game) -> Pace:
    """What the club has said of the game; else the median over its latest rounds, or where they are
    few the game's own.
    """
    if game.club_minutes is not None:
        return Pace(game.club_minutes, 0)
    usual = Fraction(game.minutes_per_board)
    took = [each for each in _took(club, game) if usual / _SANE <= each <= usual * _SANE]
    if len(took) < MIN_ROUNDS:
        return Pace(usual, 0)
    return Pace(Fraction(round(2 * median(took)), 2), len(took))


def session_minutes_per_board(session: Session) -> Fraction:
    """What a board takes in a session, with making it up again where play mixes it for the next
    table."""
    event = session.stage.event
    again = REMAKE_MINUTES if sections_remaking_boards(session) else 0
    return minutes_per_board(event.club, event.game).minutes + again


def _took(club: Club | None, game: Game) -> Iterator[Fraction]:
    """Minutes of each board of a round that was played, without the change of tables and making
    up again."""
    rounds = list(_rounds(club, game)[:MAX_ROUNDS])
    sessions = {each.section.session_id: each.section.session for each in rounds}
    mixed = sections_remaking_boards(*sessions.values())
    for round_ in rounds:
        lasted = round_.ended_at - round_.started_at  # type: ignore[operator]
        seconds = int(lasted.total_seconds()) - 60 * ROUND_CHANGE_MINUTES
        again = REMAKE_MINUTES if round_.section_id in mixed else 0
        yield Fraction(seconds, 60 * round_.section.boards_in(round_.number)) - again


def _rounds(club: Club | None, game: Game) -> QuerySet[Round]:
    finished = Round.objects.filter(
        section__session__state=Session.State.FINISHED,
        section__session__stage__event__club=club,
        section__session__stage__event__game_key=game.key,
        ended_at__gt=F("started_at"),
    )
    return (
        finished.filter(_same_title(game))
        .select_related("section__session__stage__event")
        .order_by("-ended_at")
    )


def _same_title(game: Game) -> Q:
    """Events in which the same is played, where a club names that itself."""
    title = f"section__session__stage__event__options__{TITLE}"
    same = Q(**{title: game.club_title})
    return same if game.club_title else same | Q(**{f"{title}__isnull": True})
