"""Small random events whose rounds are drawn."""

import random

from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.evening import club_with_director, enter, pairs
from tests.scenes.matches import play_matches
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import knock_out_plan
from tournaments.actions.events.publish import publish_event
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.rounds.contestant_swaps import swap_contestants
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import Club, Event, Play, Round, Session, Stage
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round

# How far the second round of the last session has got, or the whole event.
STAGES_REACHED = ("drawn", "begun", "half played", "left", "drawn again", "over", "final")

MATCH_PLAN = {
    "game_key": "match",
    "method_key": "wins",
    "tiebreaks": ("sum_x", "points", "head_to_head"),
}


def random_drawn_event(seed: int) -> Event:
    """Create a Swiss, or groups with a knock-out; the same seed gives the same results."""
    rng, stop = random.Random(seed), STAGES_REACHED[seed % len(STAGES_REACHED)]
    club, director = club_with_director(f"Penya {seed}")
    begin = _swiss_session if seed // len(STAGES_REACHED) % 2 == 0 else _knock_out_session
    session = begin(club, rng, director)
    _play_as_far_as(stop, session, rng, director)
    if stop == "final":
        publish_event(session.stage.event_id, director)
    return Event.objects.select_related("club").get(pk=session.stage.event_id)


def enter_match(play: Play, rng: random.Random) -> None:
    """Enter a match for both sides, with a winner."""
    winner, loser = rng.sample(["ns_points", "ew_points"], 2)
    enter(play, {winner: str(rng.randint(101, 121)), loser: str(rng.randint(0, 100))})


def _swiss_session(club: Club, rng: random.Random, director: Actor) -> Session:
    """Play round 1 of a Swiss of seven, with a penalty, a withdrawal and a late arrival."""
    options = {"first": rng.choice(["drawn", "folded"])}
    session = _dealt_session(_create_stage(club, 7, "swiss", options, director), 4, director)
    start_session(session.pk, director)
    event = session.stage.event
    withdraw_during_session(
        event,
        _seated_contestants(playing_round(session), rng)[0],
        director,
        rng.choice(["", "Zoe – Iris"]),
    )
    play_matches(session, director, rng)
    arrive_during_session(event, "Quima – Remei", director)
    give_penalty(event.contestants.get(number=2), session.stage, "1/2", "tard", director, "penalty")
    _swap_by_hand(draw_round(session.pk, director), rng, director)
    return session


def _knock_out_session(club: Club, rng: random.Random, director: Actor) -> Session:
    """Play groups of five and four to their end, and the first round of the knock-out."""
    stage = _create_stage(club, 9, "round_robin", {"groups": "2"}, director)
    session = _dealt_session(stage, 5, director)
    start_session(session.pk, director)
    while playing_round(session):
        play_matches(session, director, rng)
    finish_session(session.pk, director)
    session = create_next_stage(stage.event, knock_out_plan(stage, rng.choice([2, 3])), director)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    play_matches(session, director, rng)
    draw_round(session.pk, director)
    return session


def _play_as_far_as(stop: str, session: Session, rng: random.Random, director: Actor) -> None:
    round_ = _last_round(session)
    if stop == "drawn":
        return
    begin_round(round_.pk, director)
    due_plays = _due_plays(round_)
    if stop == "half played":
        enter_match(due_plays[0], rng)
    if stop == "left":
        withdraw_during_session(session.stage.event, _seated_contestants(round_, rng)[0], director)
    if stop in ("drawn again", "over", "final"):
        play_matches(session, director, rng)
    if stop == "drawn again" and round_.number < session.rounds_to_play:
        draw_round(session.pk, director)
    if stop in ("over", "final"):
        _play_to_the_end(session, rng, director)


def _play_to_the_end(session: Session, rng: random.Random, director: Actor) -> None:
    while _last_round(session).number < session.rounds_to_play:
        begin_round(draw_round(session.pk, director).pk, director)
        play_matches(session, director, rng)
    finish_session(session.pk, director)


def _swap_by_hand(round_: Round, rng: random.Random, director: Actor) -> None:
    """Swap a contestant who would sit out, or one at another table, with a seated one."""
    resting_ids = list(round_.sit_outs.values_list("contestant_id", flat=True))
    first_id, second_id = [*resting_ids, *_seated_contestants(round_, rng)][:2]
    swap_contestants(round_.pk, first_id, second_id, director)


def _seated_contestants(round_: Round | None, rng: random.Random) -> list[int]:
    """Return the ids of all seated contestants in random order."""
    assert round_
    seated = round_.seatings.order_by("table__number").values_list(
        "places__contestant_id", flat=True
    )
    return rng.sample(sorted(set(seated)), len(set(seated)))


def _due_plays(round_: Round) -> list[Play]:
    plays = Play.objects.filter(seating__round=round_, state=Play.State.DUE)
    return list(
        plays.select_related("seating__table").order_by("seating__table__number", "board__number")
    )


def _last_round(session: Session) -> Round:
    return Round.objects.filter(section__session=session).latest("number")


def _create_stage(
    club: Club, number: int, movement: str, options: dict[str, str], director: Actor
) -> Stage:
    plan = EventPlan("Lliga", **MATCH_PLAN, movement_key=movement, movement_options=options)
    return create_event(club, plan, pairs(number), director)


def _dealt_session(stage: Stage, rounds: int, director: Actor) -> Session:
    session = create_session(stage, rounds, 1, director)
    deal_session(session.pk, "", director)
    session.refresh_from_db()
    return session
