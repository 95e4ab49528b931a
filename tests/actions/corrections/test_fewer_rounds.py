"""To shorten a late session, its last round is dropped in all compared sections."""

import random

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import club_with_director, play_out, play_round, started
from tests.scenes.event_files import empty_database
from tests.scenes.problems import problem_codes
from tests.scenes.undo import facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.fewer_rounds import drop_last_round
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.stale_previews import latest_step_id
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Conflict
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import AuditAction, AuditEntry, Board, Play, Round, Session
from tournaments.permissions.actor import SYSTEM, NotPermitted
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_and_director():
    """Start a session of three rounds whose first has ended and whose second is in progress."""
    session, director = started(8, movement="mitchell", round_count=3, boards_per_round=2)
    play_round(session, director, random.Random(3))
    return session, director


def round_numbers(session: Session) -> list[int]:
    return list(
        Round.objects.filter(section__session=session)
        .order_by("number")
        .values_list("number", flat=True)
    )


def drop_round(session: Session, director, key: str = "k"):
    return drop_last_round(session.sections.get().pk, CorrectionRequest(director, key))


def test_last_round_is_dropped_and_restored_by_undo(session_and_director) -> None:
    session, director = session_and_director
    catch_up()
    facts_before, board_count = facts(session), session.boards.count()
    preview = preview_action(session.stage, lambda: drop_round(session, director))
    assert (preview.ranking_changes, preview.problems) == ((), ())
    assert facts(session) == facts_before
    assert drop_round(session, director)["dropped"] == 3
    assert drop_round(session, director)["dropped"] == 3, "a repeated key drops no second round"
    session.refresh_from_db()
    assert (round_numbers(session), session.rounds_to_play, session.boards.count()) == (
        [1, 2],
        2,
        board_count,
    )
    assert AuditEntry.objects.filter(verb=AuditAction.DROP_LAST_ROUND).count() == 1
    assert scoring_pipeline.recount(session.stage.event) == []
    id_of_undo = undo_step(latest_step().pk, director)["act"]
    session.refresh_from_db()
    assert (facts(session), session.rounds_to_play) == (facts_before, 3)
    undo_step(id_of_undo, director)
    assert round_numbers(session) == [1, 2]
    play_out(session, director)
    assert scoring_pipeline.recount(session.stage.event) == []


def test_last_round_is_restored_only_while_it_can_still_start(
    session_and_director,
) -> None:
    session, director = session_and_director
    hidden_ids = {board.pk for board in session.boards.all() if is_board_hidden(board)}
    dropped_board_ids = set(
        Play.objects.filter(seating__round__number=3).values_list("board", flat=True)
    )
    drop_round(session, director)
    step = latest_step()
    assert {board.pk for board in session.boards.all() if is_board_hidden(board)} >= hidden_ids
    play_round(session, director, random.Random(5))
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    assert problem_codes(refused) == ["never_begins"]
    assert round_numbers(session) == [1, 2]
    assert all(
        is_board_hidden(board) for board in session.boards.filter(pk__in=dropped_board_ids)
    ), "the boards stay hidden while the session continues"
    finish_session(session.pk, director)
    assert not any(
        is_board_hidden(board) for board in Board.objects.filter(pk__in=dropped_board_ids)
    )


def test_started_last_round_cannot_be_dropped(session_and_director) -> None:
    session, director = session_and_director
    play_round(session, director, random.Random(5))
    with pytest.raises(ValidationFailed) as refused:
        drop_round(session, director)
    assert problem_codes(refused) == ["last_begun"]


def test_swiss_draws_one_round_less() -> None:
    session, director = started(8, movement="swiss", round_count=3, boards_per_round=2)
    drop_round(session, director)
    session.refresh_from_db()
    assert session.rounds_to_play == 2
    undo_step(latest_step().pk, director)
    session.refresh_from_db()
    assert session.rounds_to_play == 3


def test_movement_that_needs_all_rounds_keeps_them() -> None:
    session, director = started(8, movement="knock_out", round_count=3, boards_per_round=2)
    with pytest.raises(ValidationFailed) as refused:
        drop_round(session, director)
    assert "all_rounds_needed" in problem_codes(refused)


def test_event_file_stores_which_boards_stay_sealed(session_and_director) -> None:
    session, director = session_and_director
    drop_round(session, director)
    sealed_numbers = set(session.boards.filter(sealed_to_end=True).values_list("number", flat=True))
    file = event_file(session.stage.event)
    empty_database()
    imported = import_event(file, SYSTEM)
    boards = Board.objects.filter(session__stage__event=imported, sealed_to_end=True)
    assert set(boards.values_list("number", flat=True)) == sealed_numbers != set()
    assert event_file(imported) == file


def test_stale_preview_and_strangers_cannot_drop_the_last_round() -> None:
    session, director = started(8, movement="mitchell", round_count=3, boards_per_round=2)
    section_id, seen_step_id = session.sections.get().pk, latest_step_id(session.stage.event_id)
    with pytest.raises(NotPermitted):
        drop_last_round(section_id, CorrectionRequest(club_with_director("Another club")[1], "k"))
    drop_last_round(section_id, CorrectionRequest(director, "one", last_seen_step=seen_step_id))
    with pytest.raises(Conflict):
        drop_last_round(
            section_id, CorrectionRequest(director, "other", last_seen_step=seen_step_id)
        )
    assert round_numbers(session) == [1, 2]
