"""A substitute takes a player's seat while the contestant stays the same."""

import random

import pytest
from django.contrib.auth import get_user_model

from games.problems import ValidationFailed
from tests.scenes.evening import enter_round, play_round, started, started_game
from tests.scenes.problems import problem_codes
from tests.scenes.substitutes import (
    board_numbers,
    boards_played,
    build_substitute_request,
    seat_holder_at,
    substitute_player,
)
from tests.scenes.undo import latest_step
from tournaments.actions.clubs.club import add_member
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.history.undo import undo_step
from tournaments.models import Membership, Play, Player, SeatHolder, Session, Substitution
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.permissions.visibility.playing_members import boards_to_play
from tournaments.permissions.visibility.results_of_other_tables import table_may_see_other_results
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.rounds.substitutes import (
    player_of_board,
    substituted_board_counts,
    substitutes_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    """Return a session of eight pairs in the second of seven rounds, with three boards each."""
    session, director = started(8, movement="howell", round_count=7, boards_per_round=3)
    play_round(session, director, random.Random(3))
    return session, director


def test_substitute_plays_from_a_board_on_in_every_later_round(session_and_director) -> None:
    session, director = session_and_director
    seat_holder, name = seat_holder_at(session), seat_holder_at(session).contestant.name
    substitute_player(
        session,
        build_substitute_request(seat_holder, first_board=board_numbers(seat_holder)[1]),
        director,
    )
    assert (
        boards_played(session, seat_holder.contestant_id, "Carla Mas")[2]
        == board_numbers(seat_holder)[1:]
    )
    assert sorted(boards_played(session, seat_holder.contestant_id, "Carla Mas")) == [
        2,
        3,
        4,
        5,
        6,
        7,
    ]
    assert (
        boards_played(session, seat_holder.contestant_id, seat_holder.player.name)[2]
        == board_numbers(seat_holder)[:1]
    )
    assert sorted(boards_played(session, seat_holder.contestant_id, seat_holder.player.name)) == [
        1,
        2,
    ]
    seat_holder.refresh_from_db()
    assert seat_holder.contestant.name == name
    assert player_of_board(seat_holder, board_numbers(seat_holder)[0]) == seat_holder.player


def test_substitution_is_undone_and_redone(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    substitute_player(
        session,
        build_substitute_request(seat_holder, first_board=board_numbers(seat_holder)[1]),
        director,
    )
    undo_step(latest_step().pk, director)
    assert not Substitution.objects.exists()
    assert not boards_played(session, seat_holder.contestant_id, "Carla Mas")
    undo_step(latest_step().pk, director)
    assert (
        boards_played(session, seat_holder.contestant_id, "Carla Mas")[2]
        == board_numbers(seat_holder)[1:]
    )


def test_player_returns_and_is_replaced_twice_in_a_round(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    own_player_name = seat_holder.player.name
    substitute_player(
        session,
        build_substitute_request(seat_holder, first_board=board_numbers(seat_holder)[1]),
        director,
        "first",
    )
    substitute_player(
        session,
        build_substitute_request(
            seat_holder, own_player_name, first_board=board_numbers(seat_holder)[2]
        ),
        director,
        "second",
    )
    assert boards_played(session, seat_holder.contestant_id, "Carla Mas") == {
        2: [board_numbers(seat_holder)[1]]
    }
    texts = [str(substitute.text) for substitute in substitutes_in([seat_holder.seating])]
    assert texts == [
        f"Carla Mas for {own_player_name} from board {board_numbers(seat_holder)[1]}",
        f"{own_player_name} again from board {board_numbers(seat_holder)[2]}",
    ]
    substitute_player(
        session,
        build_substitute_request(
            seat_holder_at(session), "Dora Pi", first_board=board_numbers(seat_holder)[2]
        ),
        director,
        "third",
    )
    assert 3 in boards_played(session, seat_holder.contestant_id, "Dora Pi")


def test_late_player_takes_over_from_a_board_on(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    own_player_name = seat_holder.player.name
    substitute_player(
        session, build_substitute_request(seat_holder, last_round=2), director, "first"
    )
    substitute_player(
        session,
        build_substitute_request(
            seat_holder_at(session), own_player_name, first_board=board_numbers(seat_holder)[1]
        ),
        director,
        "second",
    )
    assert boards_played(session, seat_holder.contestant_id, "Carla Mas") == {
        2: board_numbers(seat_holder)[:1]
    }
    assert 3 in boards_played(session, seat_holder.contestant_id, own_player_name)


def test_substitute_plays_a_range_of_later_rounds(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session, 4)
    substitute_player(session, build_substitute_request(seat_holder, last_round=5), director)
    assert sorted(boards_played(session, seat_holder.contestant_id, "Carla Mas")) == [4, 5]
    assert not Substitution.objects.exists(), "for whole rounds the seat holder itself is changed"


def test_both_players_of_a_pair_can_be_replaced(session_and_director) -> None:
    session, director = session_and_director
    north, south = seat_holder_at(session), seat_holder_at(session, seat="S")
    substitute_player(
        session,
        build_substitute_request(north, first_board=board_numbers(north)[1]),
        director,
        "first",
    )
    substitute_player(
        session,
        build_substitute_request(south, "Dora Pi", first_board=board_numbers(south)[2]),
        director,
        "second",
    )
    texts = {str(substitute.text) for substitute in substitutes_in([north.seating])}
    assert len(texts) == 2
    enter_round(playing_round(session), random.Random(2))
    assert substituted_board_counts([north.contestant_id]) == {north.contestant_id: 2}
    with pytest.raises(ValidationFailed) as refused:
        substitute_player(
            session,
            build_substitute_request(seat_holder_at(session, seat="E"), "Carla Mas"),
            director,
            "c",
        )
    assert "plays_elsewhere" in problem_codes(refused)


def test_substitute_cannot_play_a_known_board(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    known_plays = Play.objects.filter(
        seating__round__number=1, board__number__in=board_numbers(seat_holder_at(session, 3))
    )
    known_play = (
        known_plays.order_by("pk").first() or Play.objects.filter(seating__round__number=1).first()
    )
    opponent = (
        known_play.seating.places.exclude(contestant=seat_holder.contestant_id)
        .order_by("pk")
        .first()
        .player
    )
    SeatHolder.objects.filter(player=opponent, seating__round__number__gt=1).update(player=None)
    later_seat_holders = SeatHolder.objects.filter(
        seating__round__number__gt=1,
        seating__plays__board=known_play.board_id,
        player__isnull=False,
    ).order_by("pk")
    later_seat_holder = later_seat_holders.first()
    if later_seat_holder is None:
        pytest.skip("nobody plays it again")
    with pytest.raises(ValidationFailed) as refused:
        substitute_player(
            session, build_substitute_request(later_seat_holder, opponent.name), director
        )
    assert "knows_board" in problem_codes(refused)


def test_invalid_substitutions_are_rejected(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    for substitute_request, code in (
        (build_substitute_request(seat_holder, ""), "not_one_name"),
        (build_substitute_request(seat_holder, "x" * 81), "name_too_long"),
        (build_substitute_request(seat_holder, seat_holder.player.name), "sits_there"),
        (build_substitute_request(seat_holder)._replace(replaced_player=0), "sits_nowhere"),
    ):
        with pytest.raises(ValidationFailed) as refused:
            substitute_player(session, substitute_request, director)
        assert problem_codes(refused) == [code]
    with pytest.raises(NotPermitted):
        substitute_player(
            session,
            build_substitute_request(seat_holder),
            Actor.of_table(seat_holder.seating.table_id, "phone", "ns"),
        )
    seat_holder.contestant.partners.all().delete()
    with pytest.raises(ValidationFailed) as refused:
        substitute_player(session, build_substitute_request(seat_holder), director)
    assert problem_codes(refused) == ["no_players"]


def test_boards_are_hidden_from_a_member_who_substitutes(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    user = get_user_model().objects.create_user("carla")
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, director)
    Player.objects.create(club=session.stage.event.club, name="Carla Mas", user=user)
    assert not boards_to_play(user.pk, session)
    substitute_player(
        session,
        build_substitute_request(
            seat_holder, first_board=board_numbers(seat_holder)[1], last_round=2
        ),
        director,
    )
    assert boards_to_play(user.pk, session) == set(board_numbers(seat_holder)[1:])


def test_phone_hides_boards_that_a_substitute_has_yet_to_play(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    enter_round(playing_round(session), random.Random(2))
    play = seat_holder.seating.plays.order_by("board__number").first()
    assert table_may_see_other_results(seat_holder.seating, play)
    later_play = (
        Play.objects.filter(board=play.board, seating__round__number__gt=2).order_by("pk").first()
    )
    substitute_player(
        session,
        build_substitute_request(
            seat_holder, first_board=board_numbers(seat_holder)[1], last_round=2
        ),
        director,
    )
    SeatHolder.objects.filter(seating=later_play.seating, seat="N").update(
        player=Player.objects.get(name="Carla Mas")
    )
    assert not table_may_see_other_results(seat_holder.seating, play)


def test_substitutes_move_with_a_turned_table(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    substitute_player(
        session,
        build_substitute_request(seat_holder, first_board=board_numbers(seat_holder)[1]),
        director,
        "first",
    )
    turn_table(seat_holder.seating_id, CorrectionRequest(director, "second"))
    assert (
        boards_played(session, seat_holder.contestant_id, "Carla Mas")[2]
        == board_numbers(seat_holder)[1:]
    )
    undo_step(latest_step().pk, director)
    assert Substitution.objects.get().place_id == seat_holder.pk


def test_substitution_survives_export_and_import(session_and_director) -> None:
    session, director = session_and_director
    seat_holder = seat_holder_at(session)
    substitute_player(
        session,
        build_substitute_request(seat_holder, first_board=board_numbers(seat_holder)[1]),
        director,
    )
    file = event_file(session.stage.event)
    assert [seat_row["substitutes"] for seat_row in seat_rows(file) if seat_row["substitutes"]]
    imported = import_event({**file, "event": {**file["event"], "slug": "again"}}, SYSTEM)
    assert event_file(imported)["stages"] == file["stages"]
    assert event_file(imported)["players"] == file["players"]
    seat_rows(file)[0]["substitutes"] = [{"board": 999, "player": 1}]
    with pytest.raises(ValidationFailed) as refused:
        import_event({**file, "event": {**file["event"], "slug": "third"}}, SYSTEM)
    assert problem_codes(refused) == ["dangling"]


def seat_rows(file: dict) -> list[dict]:
    rounds = file["stages"][0]["sessions"][0]["sections"][0]["rounds"]
    return [
        seat_row
        for round_ in rounds
        for seating in round_["seatings"]
        for seat_row in seating["places"]
    ]


def test_substitute_plays_in_a_game_of_five_seats() -> None:
    session, director = started_game("donguri", {"players": "5"})
    seat_holder = SeatHolder.objects.filter(seating__round__number=1).order_by("pk").first()
    substitute_player(
        session,
        build_substitute_request(seat_holder, first_board=board_numbers(seat_holder)[1]),
        director,
    )
    assert (
        boards_played(session, seat_holder.contestant_id, "Carla Mas")[1]
        == board_numbers(seat_holder)[1:]
    )
