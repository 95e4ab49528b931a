"""Advice, plan and clock use the same minutes per board."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from games.catalogue import get_game
from tests.scenes.evening import SEED, club_with_director, pairs
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import Round, Session
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import REMAKE_MINUTES, TimeBudget
from tournaments.queries.rounds.clock import planned_round_duration
from tournaments.queries.rounds.club_pace import minutes_per_board, session_minutes_per_board
from tournaments.queries.rounds.plan import plan_summary

pytestmark = pytest.mark.django_db
LEGS = {"legs": "1"}


def started_session(key: str, movement: str, rounds: int = 3, pair_count: int = 4) -> Session:
    """Start a session of pairs, with two boards a round."""
    club, director = club_with_director()
    game = get_game(key, LEGS if key == "tantony" else {})
    plan = EventPlan("Campionat", key, game.options, movement_key=movement)
    session = create_session(
        create_event(club, plan, pairs(pair_count), director), rounds, 2, director, seed=SEED
    )
    deal_session(session.pk, "sort i encert", director)
    start_session(session.pk, director)
    return Session.objects.select_related("stage__event__club").get(pk=session.pk)


def test_plan_and_clock_use_the_minutes_of_the_advice() -> None:
    session = started_session("tantony", "howell")
    game = session.stage.event.game
    budget = TimeBudget.for_game(game, 4, 2, minutes=1000, boards_per_round=2, rounds=3)
    proposed = next(
        proposal for proposal in propose_movements(budget) if proposal.movement == "howell"
    )
    assert proposed.remake_minutes == REMAKE_MINUTES
    assert plan_summary(session).minutes == proposed.minutes
    assert planned_round_duration(session) == 2 * timedelta(
        minutes=float(game.minutes_per_board + REMAKE_MINUTES)
    )


def test_plan_counts_the_board_for_which_three_tables_wait() -> None:
    session = started_session("botifarra", "howell", rounds=5, pair_count=6)
    usual = session.stage.event.game.minutes_per_board
    assert plan_summary(session).minutes == 5 * (2 * usual + 3) + usual


@pytest.mark.parametrize(("key", "movement"), [("tantony", "barometer"), ("botifarra", "howell")])
def test_boards_that_are_not_remade_take_no_extra_minutes(key: str, movement: str) -> None:
    session = started_session(key, movement)
    assert session_minutes_per_board(session) == Fraction(
        session.stage.event.game.minutes_per_board
    )


def test_pace_of_past_sessions_counts_remaking_once() -> None:
    """Past rounds include the minutes of remaking, which the pace adds to those of a board."""
    session = started_session("tantony", "howell")
    for number in range(2):
        section = session.sections.get()
        Round.objects.bulk_create(
            Round(section=section, number=4 + 3 * number + n) for n in range(3)
        )
    usual = session.stage.event.game.minutes_per_board
    started_at = timezone.now() - timedelta(days=1)
    planned_round_duration = timedelta(minutes=float(2 * (usual + 4 + REMAKE_MINUTES) + 3))
    Round.objects.update(started_at=started_at, ended_at=started_at + planned_round_duration)
    Session.objects.update(state=Session.State.FINISHED)
    event = session.stage.event
    assert minutes_per_board(event.club, event.game).minutes == usual + 4
    assert session_minutes_per_board(session) == usual + 4 + REMAKE_MINUTES
