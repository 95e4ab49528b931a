"""Result uploads bring the players who really sat, unless the organiser changed the seats."""

import copy
from typing import Any

import pytest

from tests.actions.offline.test_result_upload import changed, codes, delivered
from tests.scenes.divided_session import play_rounds_of_section
from tests.scenes.offline_section import started_with_offline_section
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.actions.history.undo import undo_step
from tournaments.actions.offline.result_upload import build_result_upload, receive_result_upload
from tournaments.models import Player, SeatHolder, Session, UndoStep
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.substitutes import seat_periods

pytestmark = pytest.mark.django_db


def place(session: Session, round_: int = 1) -> SeatHolder:
    rounds = {"seating__round__section__session": session, "seating__round__section__name": "Vic"}
    return SeatHolder.objects.get(
        **rounds, seating__round__number=round_, seating__table__number=1, seat="N"
    )


def let(session: Session, director: Actor, name: str, board: int = 0) -> None:
    at = place(session)
    leaving = seat_periods(at)[-1].player.pk
    substitute_request = SubstituteRequest(at.contestant_id, leaving, name, 1, board, 1)
    add_substitute(session.pk, substitute_request, CorrectionRequest(director, name))


def sat(session: Session) -> list[tuple[int, str]]:
    return [(period.from_board, period.player.name) for period in seat_periods(place(session))]


def last_board(session: Session) -> int:
    return (
        place(session)
        .seating.plays.order_by("-board__number")
        .values_list("board__number", flat=True)[0]
    )


def test_uploaded_substitute_is_stored_once_and_removed_when_undone() -> None:
    home, director, bar, barman = started_with_offline_section()
    listed = sat(home)
    let(bar, barman, "Carla Mas", last_board(bar))
    play_rounds_of_section(bar, "Vic", 1, barman)
    delivered(home, director, bar)
    assert sat(home) == sat(bar) == [*listed, (last_board(bar), "Carla Mas")]
    delivered(home, director, bar, "again")
    assert sat(home) == sat(bar)
    assert Player.objects.filter(club=home.stage.event.club, name="Carla Mas").count() == 1
    undo_step(UndoStep.objects.filter(event=bar.stage.event, kind="substitute").get().pk, barman)
    delivered(home, director, bar, "undone")
    assert sat(home) == listed


def test_older_file_after_a_newer_one_changes_no_seat() -> None:
    home, director, bar, barman = started_with_offline_section()
    play_rounds_of_section(bar, "Vic", 1, barman)
    let(bar, barman, "Carla Mas")
    older = build_result_upload(bar.stage.event)
    let(bar, barman, "Pep Roca", last_board(bar))
    delivered(home, director, bar)
    receive_result_upload(home.stage.event, older, director, "late")
    assert [name for _board, name in sat(home)] == ["Carla Mas", "Pep Roca"]


def test_seat_changed_by_the_organiser_is_kept() -> None:
    home, director, bar, barman = started_with_offline_section()
    let(bar, barman, "Carla Mas")
    play_rounds_of_section(bar, "Vic", 1, barman)
    delivered(home, director, bar)
    let(home, director, "Pep Roca")
    let(bar, barman, "Marta Pi")
    delivered(home, director, bar, "two")
    assert sat(home) == [(0, "Pep Roca")]


def test_own_players_are_recognised_by_their_number() -> None:
    home, director, bar, barman = started_with_offline_section()
    own_player = place(home).player
    Player.objects.filter(pk=own_player.pk).update(name="Written otherwise")
    let(bar, barman, "Carla Mas", last_board(bar))
    play_rounds_of_section(bar, "Vic", 1, barman)
    delivered(home, director, bar)
    assert place(home).player == own_player
    assert not Player.objects.filter(club=home.stage.event.club, name=own_player.name).exists()


def seats(content: Any) -> list[Any]:
    return content["rounds"][0]["seats"]


def test_invalid_seats_are_rejected_as_a_whole() -> None:
    home, director, bar, barman = started_with_offline_section()
    let(bar, barman, "Carla Mas", last_board(bar))
    play_rounds_of_section(bar, "Vic", 1, barman)
    whole, before = build_result_upload(bar.stage.event), sat(home)
    wrong = {
        "no_such_seat": lambda content: seats(content)[0].update(table=9),
        "dangling": lambda content: seats(content)[0]["sat"][0].update(board=1),
        "out_of_order": lambda content: seats(content)[0].update(
            sat=2 * copy.copy(seats(content)[0]["sat"])
        ),
        "wrong_value": lambda content: seats(content)[0]["sat"][0].update(name="\0"),
        "unseen_name": lambda content: seats(content)[0]["sat"][0].update(name="\u200b"),
    }
    for code, change in wrong.items():
        file = changed(whole, change)
        assert code in codes(
            lambda file=file: receive_result_upload(home.stage.event, file, director, "one")
        ), code
    assert sat(home) == before
