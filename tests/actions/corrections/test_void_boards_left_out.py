"""A late session with void boards is shortened, and undoing restores the boards."""

import random
from collections.abc import Callable

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import play_out, play_round, started
from tests.scenes.problems import problem_codes
from tests.scenes.undo import facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.exchanged_opponents import exchange_opponents
from tournaments.actions.corrections.fewer_boards import drop_boards
from tournaments.actions.corrections.fewer_rounds import drop_last_round
from tournaments.actions.corrections.fouled_board import take_out_board
from tournaments.actions.corrections.misplaced_results import move_result
from tournaments.actions.history.undo import undo_step
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Board, Entry, Play, Round, SeatHolder, Session
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db

SessionAndDirector = tuple[Session, Actor]
Shorten = Callable[[int, CorrectionRequest], object]

ROUND_COUNT = 6

every_shortening = pytest.mark.parametrize("shorten", [drop_boards, drop_last_round])


@pytest.fixture
def session_and_director() -> SessionAndDirector:
    """Start a session of six rounds whose first has ended and whose second is in progress."""
    session, director = started(
        8, movement="howell", round_count=ROUND_COUNT, boards_per_round=3, results_shown="session"
    )
    play_round(session, director, random.Random(3))
    return session, director


def exchange_until_a_last_board_is_void(session: Session, director: Actor) -> None:
    """Exchange opponents in round 2 so that a last board of the last round becomes void.

    Tries all pairs of contestants, and undoes each exchange that does not have this effect.
    """
    round_ = Round.objects.get(section__session=session, number=2)
    seat_holders = SeatHolder.objects.filter(seating__round=round_).order_by("pk")
    exchanges = [
        (contestant_id, other_id)
        for contestant_id in seat_holders.values_list("contestant", flat=True).distinct()
        for other_id in seat_holders.values_list("contestant", flat=True).distinct()
        if contestant_id < other_id
    ]
    for number, (contestant_id, other_id) in enumerate(exchanges):
        exchange_opponents(
            round_.pk, contestant_id, other_id, CorrectionRequest(director, f"others {number}")
        )
        void_plays = Play.objects.filter(state=Play.State.VOID, seating__round__number=ROUND_COUNT)
        if any(play.board.number == last_board_number(play) for play in void_plays):
            return
        undo_step(latest_step().pk, director)
    raise AssertionError("no exchange makes the last board of a table in the last round void")


def last_board_number(play: Play) -> int:
    """Return the number of the last board at the table of a play in its round."""
    return int(
        play.seating.plays.order_by("-board__number").values_list("board__number", flat=True)[0]
    )


def take_out_last_board(session: Session, director: Actor) -> None:
    """Take out the last board of the last round."""
    board = Board.objects.filter(plays__seating__round__number=ROUND_COUNT).latest("number")
    take_out_board(board.pk, CorrectionRequest(director, "out"))


every_way_to_void = pytest.mark.parametrize(
    "make_void", [exchange_until_a_last_board_is_void, take_out_last_board]
)


@pytest.mark.thorough
@every_shortening
@every_way_to_void
def test_session_is_shortened_although_later_boards_are_void(
    session_and_director: SessionAndDirector,
    make_void: Callable[[Session, Actor], None],
    shorten: Shorten,
) -> None:
    session, director = session_and_director
    make_void(session, director)
    state_before = facts(session)
    shorten(session.sections.get().pk, CorrectionRequest(director, "k"))
    sizes = {
        seating.plays.count()
        for round_ in Round.objects.filter(section__session=session, number__gt=2)
        for seating in round_.seatings.all()
    }
    assert sizes == ({2} if shorten is drop_boards else {3})
    assert scoring_pipeline.recount(session.stage.event) == []
    state_after, step = facts(session), latest_step()
    undo_step(step.pk, director)
    assert facts(session) == state_before, "the boards are void again"
    undo_step(latest_step().pk, director)
    assert facts(session) == state_after
    play_out(session, director)
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.thorough
@every_shortening
def test_exchange_is_undone_only_after_the_shortening(
    session_and_director: SessionAndDirector, shorten: Shorten
) -> None:
    session, director = session_and_director
    state_before = facts(session)
    exchange_until_a_last_board_is_void(session, director)
    exchange_step = latest_step()
    shorten(session.sections.get().pk, CorrectionRequest(director, "k"))
    shortening_step = latest_step()
    with pytest.raises(ValidationFailed) as refused:
        undo_step(exchange_step.pk, director)
    assert problem_codes(refused) == ["done_since"]
    undo_step(shortening_step.pk, director)
    undo_step(exchange_step.pk, director)
    assert facts(session) == state_before
    assert scoring_pipeline.recount(session.stage.event) == []


@every_shortening
def test_later_round_with_awards_is_not_left_out(
    session_and_director: SessionAndDirector, shorten: Shorten
) -> None:
    session, director = session_and_director
    last_play = (
        Play.objects.filter(seating__round__number=ROUND_COUNT).order_by("-board__number").first()
    )
    assert last_play
    awards = {"ns": "average", "ew": "average"}
    give_awards(last_play.pk, awards, replaces=0, reason="cards were seen", actor=director, key="a")
    with pytest.raises(ValidationFailed) as refused:
        shorten(session.sections.get().pk, CorrectionRequest(director, "k"))
    assert problem_codes(refused) == ["decided"]


def test_result_moves_to_a_void_play(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    play, intended = Play.objects.filter(seating__round__number=1).order_by("pk")[:2]
    decide_play(
        intended.pk,
        Entry.Kind.VOID,
        {},
        replaces=intended.revision,
        reason="cards were seen",
        actor=director,
        key="void",
    )
    state_before = facts(session)
    move_result(play.pk, intended.pk, CorrectionRequest(director, "k"))
    assert Play.objects.get(pk=intended.pk).state == Play.State.CONFIRMED
    assert scoring_pipeline.recount(session.stage.event) == []
    undo_step(latest_step().pk, director)
    assert facts(session) == state_before
