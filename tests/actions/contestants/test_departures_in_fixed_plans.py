"""Departures and late arrivals in fixed plans, and undoing them."""

import random
from collections import Counter

import pytest

from games.problems import ValidationFailed
from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.evening import enter, outcome, play_round, started, started_game
from tests.scenes.undo import latest_step
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
every_plan = pytest.mark.parametrize(
    ("contestant_count", "movement", "round_count", "options"), PLANS
)


def third_contestant(session: Session) -> Contestant:
    return Contestant.objects.get(event=session.stage.event_id, number=3)


def stored_rows(session: Session):
    catch_up()
    round_rows = rows_of_rounds(Round.objects.filter(section__session=session))
    row_querysets = [*rows_of_arrivals_and_departures(session), *round_rows]
    states = list(
        Play.objects.filter(board__session=session).order_by("pk").values_list("pk", "state")
    )
    return [row_values(queryset) for queryset in row_querysets], states


def newcomer_name(session: Session) -> str:
    return "Zoe Mas – Xavi Pou" if session.stage.event.players_each == 2 else "Zoe Mas"


def check_consistency(session: Session) -> None:
    """Check that nobody plays a board twice or sits twice in a round, and recount the scores."""
    plays = Play.objects.filter(board__session=session).exclude(state=Play.State.VOID)
    boards_played = set(plays.values_list("seating__places__contestant", "board", "pk"))
    assert (
        max(Counter((contestant, board) for contestant, board, _play in boards_played).values())
        == 1
    )
    seatings = set(
        SeatHolder.objects.filter(seating__round__section__session=session).values_list(
            "contestant", "seating__round", "seating"
        )
    )
    assert (
        max(Counter((contestant, round_) for contestant, round_, _seating in seatings).values())
        == 1
    )
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []


def check_departure_and_arrival(session: Session, director) -> None:
    """Withdraw a contestant and add another during a round, with undo and redo of both."""
    event = session.stage.event
    contestant, rows_before = third_contestant(session), stored_rows(session)
    withdraw_during_session(event, contestant.pk, director)
    departure = latest_step()
    upcoming = upcoming_rounds(session)
    assert not SeatHolder.objects.filter(
        seating__round__in=upcoming, contestant=contestant
    ).exists()
    assert not Play.objects.filter(
        seating__places__contestant=contestant, state=Play.State.DUE
    ).exists()
    for overview in rounds_of(event):
        if overview.round in upcoming:
            assert contestant not in overview.sitting_out
    check_consistency(session)
    rows_after = stored_rows(session)
    undoing_step_id = undo_step(departure.pk, director)["act"]
    assert stored_rows(session) == rows_before
    check_consistency(session)
    undo_step(undoing_step_id, director)
    assert [set(row_set) for row_set in stored_rows(session)[0]] == [
        set(row_set) for row_set in rows_after[0]
    ]
    check_consistency(session)

    table_count = session.sections.get().tables.count()
    newcomer = arrive_during_session(event, newcomer_name(session), director)
    arrival = latest_step()
    assert SeatHolder.objects.filter(contestant=newcomer, seating__round__in=upcoming).exists()
    assert session.sections.get().tables.count() == table_count
    check_consistency(session)
    with pytest.raises(ValidationFailed):
        undo_step(UndoStep.objects.exclude(pk=arrival.pk).latest("pk").pk, director)
    undoing_step_id = undo_step(arrival.pk, director)["act"]
    assert not Contestant.objects.filter(pk=newcomer.pk).exists()
    check_consistency(session)
    undo_step(undoing_step_id, director)
    assert Contestant.objects.filter(pk=newcomer.pk).exists()


def play_to_the_end(session: Session, director) -> None:
    while round_ := playing_round(session):
        plays = Play.objects.filter(seating__round=round_, state=Play.State.DUE)
        for play in plays.select_related("seating__table"):
            enter(play, outcome(random.Random(play.pk)))
        end_round(round_.pk, director)
    check_consistency(session)


@pytest.mark.daily(1)
@every_plan
def test_departure_and_arrival_keep_a_fixed_plan_consistent(
    contestant_count, movement, round_count, options
) -> None:
    session, director = started(
        contestant_count,
        movement=movement,
        round_count=round_count,
        boards_per_round=2,
        movement_options=options,
    )
    play_round(session, director, random.Random(1))
    check_departure_and_arrival(session, director)
    play_to_the_end(session, director)
    check_event_file_round_trip(session)


def check_event_file_round_trip(session: Session) -> None:
    file = event_file(session.stage.event)
    Club.objects.filter(pk=session.stage.event.club_id).update(slug="before")
    assert event_file(import_event(file, SYSTEM)) == file


SINGLE_PLAYER_GAMES = [
    "tantony_three",
    "tantony_split",
    "tarot_classic_three",
    "tarot_classic_four",
    "score_sheet",
]


@pytest.mark.thorough
@pytest.mark.parametrize("game_key", SINGLE_PLAYER_GAMES)
def test_departure_and_arrival_of_a_single_player_keep_the_plan_consistent(game_key: str) -> None:
    session, director = started_game(game_key, table_count=3)
    check_departure_and_arrival(session, director)


def test_departure_cannot_be_undone_once_the_next_round_has_started() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    withdraw_during_session(session.stage.event, third_contestant(session).pk, director)
    departure = latest_step()
    round_ = playing_round(session)
    plays = Play.objects.filter(seating__round=round_, state=Play.State.DUE).select_related(
        "seating__table"
    )
    for play in plays:
        enter(play, outcome(random.Random(play.pk)))
    end_round(round_.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(departure.pk, director)
    assert "round_begun" in {problem.code for problem in refused.value.problems}


def test_table_with_a_decision_remains_with_void_plays() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    contestant, round_ = (
        third_contestant(session),
        Round.objects.get(section__session=session, number=4),
    )
    play = Play.objects.filter(
        seating__round=round_, seating__places__contestant=contestant
    ).first()
    take_out_board(play.board_id, CorrectionRequest(director, "out"))
    withdraw_during_session(session.stage.event, contestant.pk, director)
    assert set(play.seating.plays.values_list("state", flat=True)) == {Play.State.VOID}
    check_consistency(session)


def test_arrival_cannot_be_undone_after_a_penalty() -> None:
    session, director = started(9, movement="howell", round_count=6, boards_per_round=2)
    newcomer = arrive_during_session(session.stage.event, "Zoe Mas – Xavi Pou", director)
    arrival = latest_step()
    give_penalty(newcomer, session.stage, "1", "came late", director, "p")
    with pytest.raises(ValidationFailed) as refused:
        undo_step(arrival.pk, director)
    assert "named_since" in {problem.code for problem in refused.value.problems}
