"""Three rounds with every result entered, for corrections of any kind."""

import random

from tests.scenes.evening import enter_round, play_round, started
from tournaments.models import Play, Seating, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round

SessionAndDirector = tuple[Session, Actor]


def mitchell_evening() -> SessionAndDirector:
    """Enter three rounds of a Mitchell, the last of which is still running."""
    return _play_two_and_enter_third(
        started(16, movement="mitchell", round_count=3, boards_per_round=2)
    )


def howell_evening() -> SessionAndDirector:
    """Enter three rounds of a Howell of seven, in which everybody plays every board."""
    return _play_two_and_enter_third(
        started(8, movement="howell", round_count=7, boards_per_round=2)
    )


def _play_two_and_enter_third(scene: SessionAndDirector) -> SessionAndDirector:
    session, director = scene
    play_round(session, director, random.Random(3))
    play_round(session, director, random.Random(4))
    enter_round(playing_round(session), random.Random(5))
    return scene


def seating(session: Session, round_number: int = 1, table_number: int = 1) -> Seating:
    """Return the seating of a table in a round."""
    return Seating.objects.get(
        round__section__session=session, round__number=round_number, table__number=table_number
    )


def plays(session: Session, round_number: int = 1, table_number: int = 1) -> list[Play]:
    """Return the plays of a table in a round, by board."""
    return list(seating(session, round_number, table_number).plays.order_by("board__number"))


def unplayed_board_number(session: Session) -> int:
    """Return the number of a board that nobody of table 1, round 1 has had yet."""
    seated = seating(session).places.values("contestant")
    started_plays = Play.objects.filter(seating__round__started_at__isnull=False)
    known_plays = started_plays.filter(seating__places__contestant__in=seated)
    return session.boards.exclude(plays__in=known_plays).order_by("number").first().number
