"""Result uploads bring the players who really sat, unless the organiser changed the seats."""

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
    home, director, bar, barman = started_with_offline_section()
    players_before = players_in_north(home)
    substitute_north(bar, barman, "Carla Mas", last_board_of_table_1(bar))
    play_rounds_of_section(bar, "Vic", 1, barman)
    upload_results(home, director, bar)
    assert (
        players_in_north(home)
        == players_in_north(bar)
        == [*players_before, (last_board_of_table_1(bar), "Carla Mas")]
    )
    upload_results(home, director, bar, "again")
    assert players_in_north(home) == players_in_north(bar)
    assert Player.objects.filter(club=home.stage.event.club, name="Carla Mas").count() == 1
    undo_step(UndoStep.objects.filter(event=bar.stage.event, kind="substitute").get().pk, barman)
    upload_results(home, director, bar, "undone")
    assert players_in_north(home) == players_before


def test_older_file_after_a_newer_one_changes_no_seat() -> None:
    home, director, bar, barman = started_with_offline_section()
    play_rounds_of_section(bar, "Vic", 1, barman)
    substitute_north(bar, barman, "Carla Mas")
    older = build_result_upload(bar.stage.event)
    substitute_north(bar, barman, "Pep Roca", last_board_of_table_1(bar))
    upload_results(home, director, bar)
    receive_result_upload(home.stage.event, older, director, "late")
    assert [name for _board, name in players_in_north(home)] == ["Carla Mas", "Pep Roca"]


def test_seat_changed_by_the_organiser_is_kept() -> None:
    home, director, bar, barman = started_with_offline_section()
    substitute_north(bar, barman, "Carla Mas")
    play_rounds_of_section(bar, "Vic", 1, barman)
    upload_results(home, director, bar)
    substitute_north(home, director, "Pep Roca")
    substitute_north(bar, barman, "Marta Pi")
    upload_results(home, director, bar, "two")
    assert players_in_north(home) == [(0, "Pep Roca")]


def test_own_players_are_recognised_by_their_number() -> None:
    home, director, bar, barman = started_with_offline_section()
    own_player = north_of_table_1(home).player
    Player.objects.filter(pk=own_player.pk).update(name="Written otherwise")
    substitute_north(bar, barman, "Carla Mas", last_board_of_table_1(bar))
    play_rounds_of_section(bar, "Vic", 1, barman)
    upload_results(home, director, bar)
    assert north_of_table_1(home).player == own_player
    assert not Player.objects.filter(club=home.stage.event.club, name=own_player.name).exists()


def seats(content: Any) -> list[Any]:
    return content["rounds"][0]["seats"]


def test_invalid_seats_are_rejected_as_a_whole() -> None:
    home, director, bar, barman = started_with_offline_section()
    substitute_north(bar, barman, "Carla Mas", last_board_of_table_1(bar))
    play_rounds_of_section(bar, "Vic", 1, barman)
    valid_upload, players_before = build_result_upload(bar.stage.event), players_in_north(home)
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
            lambda file=file: receive_result_upload(home.stage.event, file, director, "one")
        ), code
    assert players_in_north(home) == players_before
