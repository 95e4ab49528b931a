"""A substitute takes a player's seat while the contestant stays the same."""

import random

import pytest
from django.contrib.auth import get_user_model

from games.problems import ValidationFailed
from tests.actions.history.test_undo import codes, latest_step
from tests.scenes.evening import enter_round, play_round, started, started_game
from tournaments.actions.clubs.club import add_member
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
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
    boards_by_substitutes,
    player_of_board,
    seat_periods,
    substitutes_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> tuple[Session, Actor]:
    """Start a session of eight pairs in the second of four rounds, with three boards each."""
    session, director = started(8, movement="howell", rounds=7, boards_per_round=3)
    play_round(session, director, random.Random(3))
    return session, director


def place(session: Session, round_: int = 2, seat: str = "N") -> SeatHolder:
    rounds = {"seating__round__section__session": session, "seating__round__number": round_}
    return SeatHolder.objects.get(**rounds, seating__table__number=1, seat=seat)


def boards(at: SeatHolder) -> list[int]:
    return list(at.seating.plays.order_by("board__number").values_list("board__number", flat=True))


def wanted(
    at: SeatHolder, name: str = "Carla Mas", board: int = 0, **more: int
) -> SubstituteRequest:
    sits = seat_periods(at)[-1].player.pk
    return SubstituteRequest(at.contestant_id, sits, name, at.seating.round.number, board, **more)


def let(
    session: Session, substitute_request: SubstituteRequest, actor: Actor, key: str = "k"
) -> None:
    add_substitute(session.pk, substitute_request, CorrectionRequest(actor, key))


def sat(session: Session, contestant: int, player: str) -> dict[int, list[int]]:
    """Return the boards that a player plays for a contestant, by round."""
    plays_of_contestant = Play.objects.filter(
        board__session=session, seating__places__contestant=contestant
    )
    boards_played = (
        plays_of_contestant.played_by([Player.objects.get(name=player).pk])
        .order_by("board__number")
        .distinct()
    )
    players_by_round: dict[int, list[int]] = {}
    for round_, board in boards_played.values_list("seating__round__number", "board__number"):
        players_by_round.setdefault(round_, []).append(board)
    return players_by_round


def test_substitute_plays_from_a_board_on_in_every_later_round(evening) -> None:
    session, director = evening
    at, name = place(session), place(session).contestant.name
    let(session, wanted(at, board=boards(at)[1]), director)
    assert sat(session, at.contestant_id, "Carla Mas")[2] == boards(at)[1:]
    assert sorted(sat(session, at.contestant_id, "Carla Mas")) == [2, 3, 4, 5, 6, 7]
    assert sat(session, at.contestant_id, at.player.name)[2] == boards(at)[:1]
    assert sorted(sat(session, at.contestant_id, at.player.name)) == [1, 2]
    at.refresh_from_db()
    assert at.contestant.name == name
    assert player_of_board(at, boards(at)[0]) == at.player


def test_substitution_is_undone_and_redone(evening) -> None:
    session, director = evening
    at = place(session)
    let(session, wanted(at, board=boards(at)[1]), director)
    undo_step(latest_step().pk, director)
    assert not Substitution.objects.exists()
    assert not sat(session, at.contestant_id, "Carla Mas")
    undo_step(latest_step().pk, director)
    assert sat(session, at.contestant_id, "Carla Mas")[2] == boards(at)[1:]


def test_player_returns_and_is_replaced_twice_in_a_round(evening) -> None:
    session, director = evening
    at = place(session)
    own_player = at.player.name
    let(session, wanted(at, board=boards(at)[1]), director, "a")
    let(session, wanted(at, own_player, board=boards(at)[2]), director, "b")
    assert sat(session, at.contestant_id, "Carla Mas") == {2: [boards(at)[1]]}
    texts = [str(substitute.words) for substitute in substitutes_in([at.seating])]
    assert texts == [
        f"Carla Mas for {own_player} from board {boards(at)[1]}",
        f"{own_player} again from board {boards(at)[2]}",
    ]
    let(session, wanted(place(session), "Dora Pi", board=boards(at)[2]), director, "c")
    assert 3 in sat(session, at.contestant_id, "Dora Pi")


def test_late_player_takes_over_from_a_board_on(evening) -> None:
    session, director = evening
    at = place(session)
    own_player = at.player.name
    let(session, wanted(at, last_round=2), director, "a")
    let(session, wanted(place(session), own_player, board=boards(at)[1]), director, "b")
    assert sat(session, at.contestant_id, "Carla Mas") == {2: boards(at)[:1]}
    assert 3 in sat(session, at.contestant_id, own_player)


def test_substitute_plays_a_range_of_later_rounds(evening) -> None:
    session, director = evening
    at = place(session, 4)
    let(session, wanted(at, last_round=5), director)
    assert sorted(sat(session, at.contestant_id, "Carla Mas")) == [4, 5]
    assert not Substitution.objects.exists(), "who plays all of a round has the place"


def test_both_players_of_a_pair_can_be_replaced(evening) -> None:
    session, director = evening
    north, south = place(session), place(session, seat="S")
    let(session, wanted(north, board=boards(north)[1]), director, "a")
    let(session, wanted(south, "Dora Pi", board=boards(south)[2]), director, "b")
    texts = {str(substitute.words) for substitute in substitutes_in([north.seating])}
    assert len(texts) == 2
    enter_round(playing_round(session), random.Random(2))
    assert boards_by_substitutes([north.contestant_id]) == {north.contestant_id: 2}
    with pytest.raises(ValidationFailed) as refused:
        let(session, wanted(place(session, seat="E"), "Carla Mas"), director, "c")
    assert "plays_elsewhere" in codes(refused)


def test_substitute_cannot_play_a_known_board(evening) -> None:
    session, director = evening
    at = place(session)
    known_play = Play.objects.filter(
        seating__round__number=1, board__number__in=boards(place(session, 3))
    )
    other = (
        known_play.order_by("pk").first() or Play.objects.filter(seating__round__number=1).first()
    )
    opponent = (
        other.seating.places.exclude(contestant=at.contestant_id).order_by("pk").first().player
    )
    for seat_holder in SeatHolder.objects.filter(player=opponent, seating__round__number__gt=1):
        SeatHolder.objects.filter(pk=seat_holder.pk).update(player=None)
    places_after_redo = SeatHolder.objects.filter(
        seating__round__number__gt=1, seating__plays__board=other.board_id, player__isnull=False
    ).order_by("pk")
    target = places_after_redo.first()
    if target is None:
        pytest.skip("nobody plays it again")
    with pytest.raises(ValidationFailed) as refused:
        let(session, wanted(target, opponent.name), director)
    assert "knows_board" in codes(refused)


def test_invalid_substitutions_are_rejected(evening) -> None:
    session, director = evening
    at = place(session)
    for substitute_request, code in (
        (wanted(at, ""), "not_one_name"),
        (wanted(at, "x" * 81), "name_too_long"),
        (wanted(at, at.player.name), "sits_there"),
        (wanted(at)._replace(replaced_player=0), "sits_nowhere"),
    ):
        with pytest.raises(ValidationFailed) as refused:
            let(session, substitute_request, director)
        assert codes(refused) == [code]
    with pytest.raises(NotPermitted):
        let(session, wanted(at), Actor.of_table(at.seating.table_id, "phone", "ns"))
    at.contestant.partners.all().delete()
    with pytest.raises(ValidationFailed) as refused:
        let(session, wanted(at), director)
    assert codes(refused) == ["no_players"]


def test_boards_are_hidden_from_a_member_who_substitutes(evening) -> None:
    session, director = evening
    at = place(session)
    user = get_user_model().objects.create_user("carla")
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, director)
    Player.objects.create(club=session.stage.event.club, name="Carla Mas", user=user)
    assert not boards_to_play(user.pk, session)
    let(session, wanted(at, board=boards(at)[1], last_round=2), director)
    assert boards_to_play(user.pk, session) == set(boards(at)[1:])


def test_phone_hides_boards_that_a_substitute_has_yet_to_play(evening) -> None:
    session, director = evening
    at = place(session)
    enter_round(playing_round(session), random.Random(2))
    play = at.seating.plays.order_by("board__number").first()
    assert table_may_see_other_results(at.seating, play)
    due = Play.objects.filter(board=play.board, seating__round__number__gt=2).order_by("pk").first()
    let(session, wanted(at, board=boards(at)[1], last_round=2), director)
    SeatHolder.objects.filter(seating=due.seating, seat="N").update(
        player=Player.objects.get(name="Carla Mas")
    )
    assert not table_may_see_other_results(at.seating, play)


def test_substitutes_move_with_a_turned_table(evening) -> None:
    session, director = evening
    at = place(session)
    let(session, wanted(at, board=boards(at)[1]), director, "a")
    turn_table(at.seating_id, CorrectionRequest(director, "b"))
    assert sat(session, at.contestant_id, "Carla Mas")[2] == boards(at)[1:]
    undo_step(latest_step().pk, director)
    assert Substitution.objects.get().place_id == at.pk


def test_substitution_survives_export_and_import(evening) -> None:
    session, director = evening
    at = place(session)
    let(session, wanted(at, board=boards(at)[1]), director)
    file = event_file(session.stage.event)
    assert [place["substitutes"] for place in places_in(file) if place["substitutes"]]
    imported = import_event({**file, "event": {**file["event"], "slug": "again"}}, SYSTEM)
    assert event_file(imported)["stages"] == file["stages"]
    assert event_file(imported)["players"] == file["players"]
    places_in(file)[0]["substitutes"] = [{"board": 999, "player": 1}]
    with pytest.raises(ValidationFailed) as refused:
        import_event({**file, "event": {**file["event"], "slug": "third"}}, SYSTEM)
    assert codes(refused) == ["dangling"]


def places_in(file: dict) -> list[dict]:
    rounds = file["stages"][0]["sessions"][0]["sections"][0]["rounds"]
    return [
        place for round_ in rounds for seating in round_["seatings"] for place in seating["places"]
    ]


def test_substitute_in_a_game_of_five_seats() -> None:
    session, director = started_game("donguri", {"players": "5"})
    at = SeatHolder.objects.filter(seating__round__number=1).order_by("pk").first()
    let(session, wanted(at, board=boards(at)[1]), director)
    assert sat(session, at.contestant_id, "Carla Mas")[1] == boards(at)[1:]
