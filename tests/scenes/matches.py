"""Events of matches whose rounds are drawn."""

import random

from tests.scenes.evening import SEED, club_with_director, enter, pairs
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import Play, Round, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round


def started_matches(
    contestant_count: int,
    movement: str = "swiss",
    round_count: int = 5,
    movement_options: dict[str, str] | None = None,
    tiebreaks: tuple[str, ...] = ("sum_x", "points"),
) -> tuple[Session, Actor]:
    """Create an event of matches and start its first round."""
    club, director = club_with_director()
    plan = EventPlan(
        "Campionat",
        "match",
        method_key="wins",
        tiebreaks=tiebreaks,
        movement_key=movement,
        movement_options=movement_options or {},
    )
    stage = create_event(club, plan, pairs(contestant_count), director)
    session = create_session(stage, round_count, 1, director, seed=SEED)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def play_matches(session: Session, director: Actor, rng: random.Random | None = None) -> Round:
    """Enter every due match of the current round for both sides, none tied, and end the round."""
    rng = rng or random.Random(1)
    round_ = playing_round(session)
    assert round_
    plays = Play.objects.filter(seating__round=round_, state=Play.State.DUE).select_related(
        "seating__table"
    )
    for play in plays.order_by("pk"):
        points = rng.sample(range(20, 101), 2)
        enter(play, {"ns_points": str(points[0]), "ew_points": str(points[1])})
    end_round(round_.pk, director)
    return round_


def begin_next_round(session: Session, director: Actor) -> Round:
    """Draw the next round and start it."""
    round_ = draw_round(session.pk, director)
    begin_round(round_.pk, director)
    return round_
