"""Estimate the minutes a club takes for a board of a game from its past sessions."""

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

# With fewer past rounds than this, the game's own minutes are used.
MIN_ROUNDS = 5

# Only the latest rounds count, since people become faster.
MAX_ROUNDS = 60

# A round that was this many times slower or faster than usual is ignored: it was interrupted, or it
# was a test.
_SANE = 3


class Pace(NamedTuple):
    """Minutes per board, rounded to halves, and how many past rounds they are the median of.

    The number of rounds is 0 if the minutes are a default.
    """

    minutes: Fraction
    rounds: int


def minutes_per_board(club: Club | None, game: Game) -> Pace:
    """Return the pace that the club has set, else that of its latest rounds, else the game's."""
    if game.club_minutes is not None:
        return Pace(game.club_minutes, 0)
    default_minutes = Fraction(game.minutes_per_board)
    sane_paces = [
        minutes
        for minutes in _past_paces(club, game)
        if default_minutes / _SANE <= minutes <= default_minutes * _SANE
    ]
    if len(sane_paces) < MIN_ROUNDS:
        return Pace(default_minutes, 0)
    return Pace(Fraction(round(2 * median(sane_paces)), 2), len(sane_paces))


def session_minutes_per_board(session: Session) -> Fraction:
    """Return the minutes per board in a session, including remaking it for the next table."""
    event = session.stage.event
    remake_minutes = REMAKE_MINUTES if sections_remaking_boards(session) else 0
    return minutes_per_board(event.club, event.game).minutes + remake_minutes


def _past_paces(club: Club | None, game: Game) -> Iterator[Fraction]:
    """Yield the minutes per board of past rounds.

    The change of tables and the remaking of boards are not included.
    """
    rounds = list(_rounds(club, game)[:MAX_ROUNDS])
    sessions = {round_.section.session_id: round_.section.session for round_ in rounds}
    remaking_sections = sections_remaking_boards(*sessions.values())
    for round_ in rounds:
        duration = round_.ended_at - round_.started_at  # type: ignore[operator]  # the query excludes None
        seconds = int(duration.total_seconds()) - 60 * ROUND_CHANGE_MINUTES
        remake_minutes = REMAKE_MINUTES if round_.section_id in remaking_sections else 0
        yield Fraction(seconds, 60 * round_.section.boards_in(round_.number)) - remake_minutes


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
    """Return the filter for events of the same title, if the club gives its games titles."""
    title_lookup = f"section__session__stage__event__options__{TITLE}"
    has_title = Q(**{title_lookup: game.club_title})
    return has_title if game.club_title else has_title | Q(**{f"{title_lookup}__isnull": True})
