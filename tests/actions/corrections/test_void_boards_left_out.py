"""A late session with void boards is shortened, and undoing restores them."""

import random
from collections.abc import Callable

import pytest

from games.problems import ValidationFailed
from tests.actions.history.test_undo import codes, facts, latest_step
from tests.scenes.evening import play_out, play_round, started
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

Evening = tuple[Session, Actor]
Shorten = Callable[[int, CorrectionRequest], object]

LAST = 6  # rounds

SHORTER = pytest.mark.parametrize("shorten", [drop_boards, drop_last_round])


@pytest.fixture
def evening() -> Evening:
    """Start a session of six rounds whose first has ended and whose second is in progress."""
    session, director = started(
        8, movement="howell", rounds=LAST, boards_per_round=3, results_shown="session"
    )
    play_round(session, director, random.Random(3))
    return session, director


def exchange_opponents_in_round_2(session: Session, director: Actor) -> None:
    """Exchange opponents, which makes plays of later rounds void at some tables."""
    round_ = Round.objects.get(section__session=session, number=2)
    seated = SeatHolder.objects.filter(seating__round=round_).order_by("pk")
    pairs = [
        (one, other)
        for one in seated.values_list("contestant", flat=True).distinct()
        for other in seated.values_list("contestant", flat=True).distinct()
        if one < other
    ]
    for number, (one, other) in enumerate(pairs):
        exchange_opponents(round_.pk, one, other, CorrectionRequest(director, f"others {number}"))
        late = Play.objects.filter(state=Play.State.VOID, seating__round__number=LAST)
        if any(play.board.number == last_of(play) for play in late):
            return
        undo_step(latest_step().pk, director)
    raise AssertionError("no exchange calls off the last board of a round to come")


def last_of(play: Play) -> int:
    """Return the last board of a play's table in its round."""
    return int(
        play.seating.plays.order_by("-board__number").values_list("board__number", flat=True)[0]
    )


def take_out_last_board(session: Session, director: Actor) -> None:
    """Take out the last board of the last round."""
    board = Board.objects.filter(plays__seating__round__number=LAST).latest("number")
    take_out_board(board.pk, CorrectionRequest(director, "out"))


CALLED_OFF = pytest.mark.parametrize(
    "call_off", [exchange_opponents_in_round_2, take_out_last_board]
)


@pytest.mark.thorough
@SHORTER
@CALLED_OFF
def test_session_is_shortened_although_later_boards_are_void(
    evening: Evening, call_off: Callable[[Session, Actor], None], shorten: Shorten
) -> None:
    session, director = evening
    call_off(session, director)
    whole = facts(session)
    shorten(session.sections.get().pk, CorrectionRequest(director, "k"))
    sizes = {
        seating.plays.count()
        for round_ in Round.objects.filter(section__session=session, number__gt=2)
        for seating in round_.seatings.all()
    }
    assert sizes == ({2} if shorten is drop_boards else {3})
    assert scoring_pipeline.recount(session.stage.event) == []
    shorter, step = facts(session), latest_step()
    undo_step(step.pk, director)
    assert facts(session) == whole, "the boards are called off again"
    undo_step(latest_step().pk, director)
    assert facts(session) == shorter
    play_out(session, director)
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.thorough
@SHORTER
def test_void_decision_is_undone_after_the_shortening(evening: Evening, shorten: Shorten) -> None:
    session, director = evening
    before = facts(session)
    exchange_opponents_in_round_2(session, director)
    exchanged = latest_step()
    shorten(session.sections.get().pk, CorrectionRequest(director, "k"))
    shortened = latest_step()
    with pytest.raises(ValidationFailed) as refused:
        undo_step(exchanged.pk, director)
    assert codes(refused) == ["done_since"]
    undo_step(shortened.pk, director)
    undo_step(exchanged.pk, director)
    assert facts(session) == before
    assert scoring_pipeline.recount(session.stage.event) == []


@SHORTER
def test_later_round_with_awards_is_not_left_out(evening: Evening, shorten: Shorten) -> None:
    session, director = evening
    last = Play.objects.filter(seating__round__number=LAST).order_by("-board__number").first()
    assert last
    awards = {"ns": "average", "ew": "average"}
    give_awards(last.pk, awards, replaces=0, reason="so", actor=director, key="a")
    with pytest.raises(ValidationFailed) as refused:
        shorten(session.sections.get().pk, CorrectionRequest(director, "k"))
    assert codes(refused) == ["decided"]


def test_result_moves_to_a_void_play(evening: Evening) -> None:
    session, director = evening
    play, intended = Play.objects.filter(seating__round__number=1).order_by("pk")[:2]
    decide_play(
        intended.pk,
        Entry.Kind.VOID,
        {},
        replaces=intended.revision,
        reason="so",
        actor=director,
        key="void",
    )
    before = facts(session)
    move_result(play.pk, intended.pk, CorrectionRequest(director, "k"))
    assert Play.objects.get(pk=intended.pk).state == Play.State.CONFIRMED
    assert scoring_pipeline.recount(session.stage.event) == []
    undo_step(latest_step().pk, director)
    assert facts(session) == before
