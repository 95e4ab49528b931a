"""The API creates events of games that a club names, and reports problems of their lists."""

import pytest

from tests.api.clients import Api, codes, member
from tests.scenes.evening import club_with_director
from tests.scenes.scenarios import BROOM_OPTIONS

pytestmark = pytest.mark.django_db

PLAYERS = [f"Pol {number}" for number in range(8)]


def body(club: str, **options: str) -> dict[str, object]:
    return {
        "club": club,
        "name": "Nit de bruixes",
        "game": "score_sheet",
        "options": BROOM_OPTIONS | options,
        "method": "placement",
        "players_each": 1,
        "contestants": PLAYERS,
        "movement": "individual",
        "movement_options": {"seats": "4"},
        "rounds": 2,
        "boards_per_round": 1,
    }


def test_event_of_a_named_game_can_be_created() -> None:
    club, director = club_with_director()
    event = member(director).do("events/", body(club.slug, minutes=""))["event"]
    event_data = Api().read(f"events/{event}/")
    assert (event_data["options"]["title"], event_data["method"]) == ("Broom Service", "placement")
    assert event_data["options"]["scenario"] == BROOM_OPTIONS["scenario"]


def test_each_problem_of_an_event_is_reported_separately() -> None:
    club, director = club_with_director()
    invalid_body = body(
        club.slug, title="x" * 61, scenario="Map: castle\nstorm, calm\nmap (9): a, b"
    )
    response = member(director).send("events/", invalid_body)
    assert response.status_code == 422
    assert codes(response) == ["text_long", "items_few", "no_list", "drawn_wrong", "list_twice"]
    problems = response.json()["problems"]
    assert [problem["line"] for problem in problems] == [None, 1, 2, 3, 3]
    assert {problem["field"] for problem in problems} == {"title", "scenario"}
    assert codes(member(director).send("events/", body(club.slug, wins="who"))) == [
        "unknown_option"
    ]
    assert codes(member(director).send("events/", body(club.slug, scenario="x" * 4001))) != []
