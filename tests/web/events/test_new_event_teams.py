"""The form of a new event of teams at two tables: its choices, and the events it creates."""

import re

import pytest
from django.test import Client

from games.botifarra.game import Botifarra
from games.catalogue import GAMES
from games.seats import PAIR_LINES
from scoring.catalogue import is_at_two_tables
from tests.scenes.teams import team_texts
from tournaments.models import Club, Event, Session, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def form_data(**overrides: str) -> dict[str, str]:
    return (
        {
            "key": "requestkey",
            "club": str(Club.objects.get().pk),
            "name": "Equips",
            "game": "botifarra",
            "ranked": "4",
            "halves": "2",
            "minutes": "600",
            "contestants": "\n".join(team_texts(8)),
            "movement": "",
        }
        | {f"option_{option.key}": option.default for option in Botifarra.own_options}
        | overrides
    )


def form_page(director_client: Client, **overrides: str) -> str:
    return director_client.post(
        "/desk/new/", form_data(**overrides) | {"show": "movements"}
    ).content.decode()


def select_values(page: str, name: str) -> list[str]:
    select = re.search(f'<select name="{name}".*?</select>', page, re.DOTALL)
    return re.findall('value="([^"]*)"', select[0]) if select else []


def test_teams_are_offered_their_methods_movements_and_halves(director_client: Client) -> None:
    page = form_page(director_client)
    assert select_values(page, "method") == ["victory_points", "board_a_match", "aggregate"]
    assert "tops" not in select_values(page, "tiebreak_1")
    assert select_values(page, "method_option_sit_out") == ["12", "10", "none"]
    page_by_boards = form_page(director_client, method="board_a_match")
    assert select_values(page_by_boards, "method_option_sit_out_board_a_match") == [
        "half",
        "none",
    ]
    assert not select_values(page_by_boards, "method_option_sit_out")
    movements = re.findall('name="movement" value="(\\w+)([^"]*)"', page)
    assert {key for key, _options in movements} >= {"round_robin", "swiss", "knock_out"}
    assert any("third=yes" in movement_options for _key, movement_options in movements)
    page_for_pairs = form_page(director_client, ranked="2", halves="")
    assert "victory_points" not in select_values(page_for_pairs, "method")
    assert 'name="halves"' not in page_for_pairs


@pytest.mark.parametrize(
    "game", [game for game in GAMES if is_at_two_tables(game(), 4)], ids=lambda game: game.key
)
def test_every_game_with_two_lines_can_be_played_by_teams(
    director_client: Client, game: type
) -> None:
    assert game().lines == PAIR_LINES
    values = {f"option_{option.key}": option.default for option in game.own_options}
    response = director_client.post(
        "/desk/new/", form_data(game=game.key, contestants="", count="4", **values)
    )
    assert response.status_code == 302, response.content.decode()
    event = Event.objects.get()
    assert event.at_two_tables
    assert event.method_key == (
        "victory_points" if game().team_difference_deviation else "board_a_match"
    )


@pytest.mark.parametrize(
    ("method", "movement"),
    [
        ("victory_points", "swiss"),
        ("board_a_match", "round_robin"),
        ("aggregate", "knock_out third=yes"),
    ],
)
def test_chosen_method_and_movement_are_used_for_teams(
    director_client: Client, method: str, movement: str
) -> None:
    chosen_movement = next(
        value
        for value in re.findall('name="movement" value="([^"]*)"', form_page(director_client))
        if set(movement.split()) <= set(value.split())
    )
    response = director_client.post(
        "/desk/new/", form_data(method=method, movement=chosen_movement, boards_per_round="4")
    )
    assert response.status_code == 302, response.content.decode()
    stage, session = Stage.objects.get(), Session.objects.get()
    assert (stage.event.method_key, stage.halves, session.boards_per_round) == (method, 2, 2)
    assert stage.movement_key == movement.split()[0]
    assert session.rounds_planned % 2 == 0
    assert stage.event.contestants.get(number=3).partners.count() == 4


def test_odd_number_of_boards_cannot_be_divided_into_halves(director_client: Client) -> None:
    response = director_client.post("/desk/new/", form_data(boards_per_round="5"))
    assert response.status_code == 422
    assert "an even number" in response.content.decode()
    assert (
        director_client.post("/desk/new/", form_data(boards_per_round="5", halves="1")).status_code
        == 302
    )


def test_text_line_without_four_players_is_reported(director_client: Client) -> None:
    response = director_client.post("/desk/new/", form_data(contestants="Nous: Anna, Berta\nElls"))
    assert response.status_code == 422
    assert "four to six players" in response.content.decode()


def test_team_added_later_is_written_with_its_players(director_client: Client) -> None:
    director_client.post("/desk/new/", form_data())
    event = Event.objects.get()
    contestants_url = f"/desk/{event.pk}/contestants/"
    assert (
        director_client.post(
            contestants_url, {"contestants": "Nous: Emma, Fina, Gina, Hug, Ivet"}
        ).status_code
        == 302
    )
    assert event.contestants.get(name="Nous").partners.count() == 5
