"""Result uploads change seats to the actual players, unless the organiser changed them."""

import copy
from typing import Any

import pytest

from tests.scenes.divided_session import play_rounds_of_section
from tests.scenes.offline_section import started_with_offline_section
from tests.scenes.problems import refused_codes
from tests.scenes.result_uploads import (
    last_board_of_table_1,
    north_of_table_1,
    players_in_north,
    substitute_north,
    tamper_with,
    upload_results,
)
from tournaments.actions.history.undo import undo_step
from tournaments.actions.offline.result_upload import build_result_upload, receive_result_upload
from tournaments.models import Player, UndoStep

pytestmark = pytest.mark.django_db


def test_uploaded_substitute_is_stored_once_and_removed_when_undone() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    players_before = players_in_north(central_session)
    substitute_north(
        offline_session, offline_director, "Carla Mas", last_board_of_table_1(offline_session)
    )
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    upload_results(central_session, director, offline_session)
    assert (
        players_in_north(central_session)
        == players_in_north(offline_session)
        == [*players_before, (last_board_of_table_1(offline_session), "Carla Mas")]
    )
    upload_results(central_session, director, offline_session, "again")
    assert players_in_north(central_session) == players_in_north(offline_session)
    assert (
        Player.objects.filter(club=central_session.stage.event.club, name="Carla Mas").count() == 1
    )
    undo_step(
        UndoStep.objects.filter(event=offline_session.stage.event, kind="substitute").get().pk,
        offline_director,
    )
    upload_results(central_session, director, offline_session, "undone")
    assert players_in_north(central_session) == players_before


def test_older_file_after_a_newer_one_changes_no_seat() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    substitute_north(offline_session, offline_director, "Carla Mas")
    older_upload = build_result_upload(offline_session.stage.event)
    substitute_north(
        offline_session, offline_director, "Pep Roca", last_board_of_table_1(offline_session)
    )
    upload_results(central_session, director, offline_session)
    receive_result_upload(central_session.stage.event, older_upload, director, "late")
    assert [name for _board, name in players_in_north(central_session)] == ["Carla Mas", "Pep Roca"]


def test_seat_changed_by_the_organiser_is_kept() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    substitute_north(offline_session, offline_director, "Carla Mas")
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    upload_results(central_session, director, offline_session)
    substitute_north(central_session, director, "Pep Roca")
    substitute_north(offline_session, offline_director, "Marta Pi")
    upload_results(central_session, director, offline_session, "two")
    assert players_in_north(central_session) == [(0, "Pep Roca")]


def test_uploaded_player_is_found_by_number_after_renaming() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    renamed_player = north_of_table_1(central_session).player
    Player.objects.filter(pk=renamed_player.pk).update(name="Changed name")
    substitute_north(
        offline_session, offline_director, "Carla Mas", last_board_of_table_1(offline_session)
    )
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    upload_results(central_session, director, offline_session)
    assert north_of_table_1(central_session).player == renamed_player
    assert not Player.objects.filter(
        club=central_session.stage.event.club, name=renamed_player.name
    ).exists()


def seats(content: Any) -> list[Any]:
    return content["rounds"][0]["seats"]


def test_invalid_seats_are_rejected_as_a_whole() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    substitute_north(
        offline_session, offline_director, "Carla Mas", last_board_of_table_1(offline_session)
    )
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    valid_upload, players_before = (
        build_result_upload(offline_session.stage.event),
        players_in_north(central_session),
    )
    invalid_changes = {
        "no_such_seat": lambda content: seats(content)[0].update(table=9),
        "dangling": lambda content: seats(content)[0]["sat"][0].update(board=1),
        "out_of_order": lambda content: seats(content)[0].update(
            sat=2 * copy.copy(seats(content)[0]["sat"])
        ),
        "wrong_value": lambda content: seats(content)[0]["sat"][0].update(name="\0"),
        "unseen_name": lambda content: seats(content)[0]["sat"][0].update(name="\u200b"),
    }
    for code, change in invalid_changes.items():
        file = tamper_with(valid_upload, change)
        assert code in refused_codes(
            lambda file=file: receive_result_upload(
                central_session.stage.event, file, director, "one"
            )
        ), code
    assert players_in_north(central_session) == players_before
