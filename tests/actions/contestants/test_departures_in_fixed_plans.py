"""In a fixed plan: who leaves is gone at once, who comes late takes the place, and both can be
undone."""

import random
from collections import Counter

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import enter, outcome, play_round, started, started_game
from tests.scenes.late_and_leaving import let_join, let_leave
from tournaments import scoring_pipeline
from tournaments.actions.contestants.vacated_seats import rows_of_arrivals_and_departures
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.fouled_board import take_out_board
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.history.changed_rows import row_values, rows_of_rounds
from tournaments.actions.history.undo import undo_step
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Club, Contestant, Play, Round, SeatHolder, Session, UndoStep
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.in_progress import upcoming_rounds
from tournaments.queries.rounds.rounds import rounds_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

PLANS = [
    pytest.param(12, "mitchell", 5, {}, id="mitchell", marks=pytest.mark.thorough),
    pytest.param(11, "mitchell", 5, {}, id="mitchell with a rest"),
    pytest.param(
        12, "mitchell", 6, {}, id="mitchell with shared boards", marks=pytest.mark.thorough
    ),
    pytest.param(8, "howell", 7, {}, id="howell"),
    pytest.param(9, "howell", 6, {}, id="howell with a rest", marks=pytest.mark.thorough),
    pytest.param(
        8, "barometer", 5, {"rotation": "round_robin"}, id="barometer", marks=pytest.mark.thorough
    ),
]
every_plan = pytest.mark.parametrize(("number", "movement", "rounds", "options"), PLANS)


def third(session: Session) -> Contestant:
    return Contestant.objects.get(event=session.stage.event_id, number=3)


def latest_step() -> UndoStep:
    act = UndoStep.objects.order_by("pk").last()
    assert act
    return act


def rows(session: Session):
    catch_up()
    everywhere = rows_of_rounds(Round.objects.filter(section__session=session))
    watched = [*rows_of_arrivals_and_departures(session), *everywhere]
    states = list(
        Play.objects.filter(board__session=session).order_by("pk").values_list("pk", "state")
    )
    return [row_values(each) for each in watched], states


def newcomer_of(session: Session) -> str:
    return "Zoe Mas – Xavi Pou" if session.stage.event.players_each == 2 else "Zoe Mas"


def check(session: Session) -> None:
    """Nobody plays a board twice or sits twice in a round, and what is stored is what it should
    be."""
    plays = Play.objects.filter(board__session=session).exclude(state=Play.State.VOID)
    known = set(plays.values_list("seating__places__contestant", "board", "pk"))
    assert max(Counter((who, board) for who, board, _play in known).values()) == 1
    sat = set(
        SeatHolder.objects.filter(seating__round__section__session=session).values_list(
            "contestant", "seating__round", "seating"
        )
    )
    assert max(Counter((who, round_) for who, round_, _seating in sat).values()) == 1
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []


def left_and_back(session: Session, director) -> None:
    """Somebody leaves and another comes, while a round is played: forwards and backwards."""
    event = session.stage.event
    gone, before = third(session), rows(session)
    let_leave(event, gone.pk, director)
    leaving = latest_step()
    coming = upcoming_rounds(session)
    assert not SeatHolder.objects.filter(seating__round__in=coming, contestant=gone).exists()
    assert not Play.objects.filter(seating__places__contestant=gone, state=Play.State.DUE).exists()
    for shown in rounds_of(event):
        if shown.round in coming:
            assert gone not in shown.resting
    check(session)
    after = rows(session)
    again = undo_step(leaving.pk, director)["act"]
    assert rows(session) == before
    check(session)
    undo_step(again, director)
    assert [set(each) for each in rows(session)[0]] == [set(each) for each in after[0]]
    check(session)

    tables = session.sections.get().tables.count()
    newcomer = let_join(event, newcomer_of(session), director)
    joining = latest_step()
    assert SeatHolder.objects.filter(contestant=newcomer, seating__round__in=coming).exists()
    assert session.sections.get().tables.count() == tables
    check(session)
    with pytest.raises(ValidationFailed):
        undo_step(UndoStep.objects.exclude(pk=joining.pk).latest("pk").pk, director)
    back = undo_step(joining.pk, director)["act"]
    assert not Contestant.objects.filter(pk=newcomer.pk).exists()
    check(session)
    undo_step(back, director)
    assert Contestant.objects.filter(pk=newcomer.pk).exists()


def played_to_its_end(session: Session, director) -> None:
    while round_ := playing_round(session):
        due = Play.objects.filter(seating__round=round_, state=Play.State.DUE)
        for play in due.select_related("seating__table"):
            enter(play, outcome(random.Random(play.pk)))
        end_round(round_.pk, director)
    check(session)


@pytest.mark.daily(1)
@every_plan
def test_who_leaves_is_gone_and_who_comes_takes_the_place(
    number, movement, rounds, options
) -> None:
    session, director = started(number, movement, rounds, 2, movement_options=options)
    play_round(session, director, random.Random(1))
    left_and_back(session, director)
    played_to_its_end(session, director)
    round_trip(session)


def round_trip(session: Session) -> None:
    said = event_file(session.stage.event)
    Club.objects.filter(pk=session.stage.event.club_id).update(slug="before")
    assert event_file(import_event(said, SYSTEM)) == said


GAMES_OF_MANY = [
    "tantony_three",
    pytest.param("tantony_split", marks=pytest.mark.thorough),
    pytest.param("tarot_classic_three", marks=pytest.mark.thorough),
    pytest.param("tarot_classic_four", marks=pytest.mark.thorough),
    pytest.param("score_sheet", marks=pytest.mark.thorough),
]


@pytest.mark.thorough
@pytest.mark.parametrize("key", GAMES_OF_MANY)
def test_of_single_players_the_others_at_the_table_rest(key: str) -> None:
    session, director = started_game(key, tables=3)
    left_and_back(session, director)


def test_nobody_is_given_a_seat_of_a_round_that_has_begun_without_him() -> None:
    session, director = started(8, "howell", 7, 2)
    let_leave(session.stage.event, third(session).pk, director)
    leaving = latest_step()
    round_ = playing_round(session)
    due = Play.objects.filter(seating__round=round_, state=Play.State.DUE).select_related(
        "seating__table"
    )
    for play in due:
        enter(play, outcome(random.Random(play.pk)))
    end_round(round_.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(leaving.pk, director)
    assert "round_begun" in {each.code for each in refused.value.problems}


def test_a_table_of_which_something_is_decided_stays_and_is_called_off() -> None:
    session, director = started(8, "howell", 7, 2)
    gone, later = third(session), Round.objects.get(section__session=session, number=4)
    play = Play.objects.filter(seating__round=later, seating__places__contestant=gone).first()
    take_out_board(play.board_id, CorrectionRequest(director, "out"))
    let_leave(session.stage.event, gone.pk, director)
    assert set(play.seating.plays.values_list("state", flat=True)) == {Play.State.VOID}
    check(session)


def test_who_has_been_penalised_since_is_not_gone_again() -> None:
    session, director = started(9, "howell", 6, 2)
    newcomer = let_join(session.stage.event, "Zoe Mas – Xavi Pou", director)
    joining = latest_step()
    give_penalty(newcomer, session.stage, "1", "came late", director, "p")
    with pytest.raises(ValidationFailed) as refused:
        undo_step(joining.pk, director)
    assert "named_since" in {each.code for each in refused.value.problems}
