"""Corrections together with concurrent entries, other sections, earlier corrections."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from games.problems import ValidationFailed
from tests.actions.corrections.test_table_corrections import (
    exchanged_results_correction,
    other_set_correction,
)
from tests.scenes.divided_session import play_rounds_of_section, started_in_sections
from tests.scenes.evening import enter, enter_round, play_round, started
from tests.scenes.event_files import empty_database
from tests.scenes.problems import problem_codes
from tests.scenes.three_rounds import plays, unplayed_board_number
from tests.scenes.undo import NS_45, facts
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.exchanged_opponents import exchange_opponents
from tournaments.actions.corrections.fouled_board import foul_board
from tournaments.actions.corrections.misplaced_results import move_result
from tournaments.actions.corrections.wrong_board import correct_played_board
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.idempotency import Conflict
from tournaments.models import Contestant, Event, Play, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.corrections.choices import contestants_playing_in_section
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@contextmanager
def meanwhile(action: Callable[[], object]) -> Iterator[None]:
    """Run `action` after plays are read, and before the session is locked."""
    waiting_actions = [action]

    def run_action_before_session_query(
        execute: Any, sql: str, params: Any, is_many: bool, context: Any
    ) -> Any:
        if waiting_actions and 'FROM "tournaments_session"' in sql:
            waiting_actions.pop()()
        return execute(sql, params, is_many, context)

    with connection.execute_wrapper(run_action_before_session_query):
        yield
    assert not waiting_actions


def two_rounds() -> tuple[Session, Any]:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director, random.Random(3))
    enter_round(playing_round(session), random.Random(4))
    return session, director


def test_entry_made_meanwhile_is_not_overwritten() -> None:
    session, director = two_rounds()
    apply, play = exchanged_results_correction(session), plays(session)[0]
    with pytest.raises(Conflict) as refused, meanwhile(lambda: enter(play, NS_45)):
        apply(CorrectionRequest(director, "k"))
    assert problem_codes(refused) == ["stale"]


def test_play_moved_to_another_board_leaves_its_group() -> None:
    session, director = two_rounds()
    play, number = plays(session)[0], unplayed_board_number(session)
    foul_board(play.board_id, [play.pk], CorrectionRequest(director, "fouled"))
    correct_played_board(play.pk, number, CorrectionRequest(director, "other"))
    play.refresh_from_db()
    assert play.board.number == number
    assert play.group == 1
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.thorough
def test_plays_moved_to_another_set_leave_their_groups() -> None:
    session, director = two_rounds()
    apply, play = other_set_correction(session), plays(session)[0]
    foul_board(play.board_id, [play.pk], CorrectionRequest(director, "fouled"))
    apply(CorrectionRequest(director, "other"))
    assert {play.group for play in plays(session)} == {1}
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []


def test_contestant_cannot_sit_in_two_sections() -> None:
    session, director = started_in_sections()
    play_rounds_of_section(session, "A", 1, director)
    own_seating = seating_in(session, "A")
    contestant = own_seating.places.order_by("seat").first().contestant
    other_contestant = Contestant.objects.filter(places__seating=seating_in(session, "B")).first()
    facts_before = facts(session)
    with pytest.raises(ValidationFailed) as refused:
        exchange_opponents(
            own_seating.round_id,
            contestant.pk,
            other_contestant.pk,
            CorrectionRequest(director, "k"),
        )
    assert problem_codes(refused) == ["other_section"]
    assert facts(session) == facts_before
    assert other_contestant not in contestants_playing_in_section(own_seating)


def seating_in(session: Session, name: str) -> Any:
    plays_there = Play.objects.filter(
        seating__round__section__session=session,
        seating__round__section__name=name,
        seating__round__number=1,
    )
    return plays_there.order_by("seating__table__number").first().seating


def test_moved_result_survives_export_and_import() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play, intended = plays(session)
    enter(play, NS_45)
    move_result(play.pk, intended.pk, CorrectionRequest(director, "k"))
    file = event_file(Event.objects.select_related("club").get(pk=session.stage.event_id))
    empty_database()
    assert event_file(import_event(file, SYSTEM)) == file
