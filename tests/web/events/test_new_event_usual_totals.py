"""The total numbers of boards that the rules of a game recommend."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.web.events.forms import new_event_form
from tournaments.models import Session

pytestmark = pytest.mark.django_db

RECOMMENDED = {"3": ["9", "6"], "4": ["8", "4"], "5": ["5"]}


def form_data(players: str, **fields: str) -> dict[str, str]:
    """Return a form of a Donguri event with this number of players at a table."""
    names = "\n".join(f"Anna {number}" for number in range(3 * int(players)))
    return (
        new_event_form()
        | {"game": "donguri", "option_players": players, "option_x": "cost"}
        | {
            "contestants": names,
            **fields,
        }
    )


def offered_totals(page: str) -> list[tuple[str, bool]]:
    """Return the choices, each with whether it is chosen."""
    radio_buttons = re.findall(r'<input type="radio" name="in_all"[^>]*>', page)
    return [
        (re.findall(r'value="(\w*)"', button)[0], "checked" in button) for button in radio_buttons
    ]


@pytest.mark.parametrize("players", RECOMMENDED)
def test_recommended_totals_of_boards_are_offered_with_one_chosen(
    director_client: Client, players: str
) -> None:
    page = director_client.post("/desk/new/_game", form_data(players)).content.decode()
    first, *others = RECOMMENDED[players]
    assert offered_totals(page) == [(first, True), *((total, False) for total in [*others, ""])]


@pytest.mark.parametrize(
    ("players", "total", "boards"),
    [
        *(
            (players, total, int(total))
            for players, totals in RECOMMENDED.items()
            for total in totals
        ),
        ("4", "9", 8),
    ],
    ids=str,
)
def test_chosen_total_of_boards_is_played(
    director_client: Client, players: str, total: str, boards: int
) -> None:
    """A total of another number of players is replaced: the page had not been updated yet."""
    response = director_client.post("/desk/new/", form_data(players, in_all=total))
    assert response.status_code == 302
    session = Session.objects.get()
    assert session.rounds_planned * session.boards_per_round == boards


def test_time_decides_if_chosen_and_entered_numbers_take_precedence(
    director_client: Client,
) -> None:
    lengths = {
        total: _first_length(
            director_client.post(
                "/desk/new/_proposals", form_data("3", in_all=total, minutes="240")
            )
        )
        for total in ("9", "6", "")
    }
    assert [rounds * boards for rounds, boards in (lengths["9"], lengths["6"])] == [9, 6]
    assert lengths[""][0] * lengths[""][1] > 9
    director_client.post("/desk/new/", form_data("3", in_all="9", rounds="2", boards_per_round="2"))
    session = Session.objects.get()
    assert (session.rounds_planned, session.boards_per_round) == (2, 2)


def _first_length(response: HttpResponse) -> tuple[int, int]:
    """Return the rounds and the boards per round of the first proposal."""
    words = " ".join(re.sub("<[^>]*>", " ", response.content.decode()).split())
    rounds, boards = re.findall(r"(\d+) rounds? × (\d+) boards?", words)[0]
    return int(rounds), int(boards)


def test_games_without_recommended_totals_have_no_such_field(director_client: Client) -> None:
    assert not offered_totals(director_client.get("/desk/new/").content.decode())
    assert not offered_totals(
        director_client.post("/desk/new/_game", new_event_form()).content.decode()
    )
