"""How many boards the rules of a game make an event of: offered where it is made, the
recommended first."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.scenes import evening
from tests.web.events.test_new_event import new_event
from tests.web.signed_in import signed_in
from tournaments.models import Session

pytestmark = pytest.mark.django_db

RECOMMENDED = {"3": ["9", "6"], "4": ["8", "4"], "5": ["5"]}


@pytest.fixture
def director(client: Client) -> Client:
    _club, actor = evening.club_with_director()
    return signed_in(client, actor)


def sent(players: str, **said: str) -> dict[str, str]:
    """A form of three tables of Donguri with so many players."""
    names = "\n".join(f"Anna {number}" for number in range(3 * int(players)))
    return (
        new_event()
        | {"game": "donguri", "option_players": players, "option_x": "cost"}
        | {
            "contestants": names,
            **said,
        }
    )


def offered(page: str) -> list[tuple[str, bool]]:
    """The choices, each with whether it is the one chosen."""
    found = re.findall(r'<input type="radio" name="in_all"[^>]*>', page)
    return [(re.findall(r'value="(\w*)"', each)[0], "checked" in each) for each in found]


@pytest.mark.parametrize("players", RECOMMENDED)
def test_the_numbers_of_a_game_are_offered_the_recommended_chosen(
    director: Client, players: str
) -> None:
    page = director.post("/desk/new/_game", sent(players)).content.decode()
    first, *others = RECOMMENDED[players]
    assert offered(page) == [(first, True), *((each, False) for each in [*others, ""])]


@pytest.mark.parametrize(
    ("players", "said", "boards"),
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
def test_so_many_boards_are_played(director: Client, players: str, said: str, boards: int) -> None:
    """One of another number of players is taken for the recommended one: the page had yet to
    follow."""
    answer = director.post("/desk/new/", sent(players, in_all=said))
    assert answer.status_code == 302
    session = Session.objects.get()
    assert session.rounds_planned * session.boards_per_round == boards


def test_the_time_decides_where_it_is_asked_to_and_what_was_said_goes_first(
    director: Client,
) -> None:
    lengths = {
        said: _first_length(
            director.post("/desk/new/_proposals", sent("3", in_all=said, minutes="240"))
        )
        for said in ("9", "6", "")
    }
    assert [rounds * boards for rounds, boards in (lengths["9"], lengths["6"])] == [9, 6]
    assert lengths[""][0] * lengths[""][1] > 9
    director.post("/desk/new/", sent("3", in_all="9", rounds="2", boards_per_round="2"))
    session = Session.objects.get()
    assert (session.rounds_planned, session.boards_per_round) == (2, 2)


def _first_length(answer: HttpResponse) -> tuple[int, int]:
    """Rounds and boards a round of what is proposed first."""
    words = " ".join(re.sub("<[^>]*>", " ", answer.content.decode()).split())
    rounds, boards = re.findall(r"(\d+) rounds? × (\d+) boards?", words)[0]
    return int(rounds), int(boards)


def test_other_games_are_not_asked(director: Client) -> None:
    assert not offered(director.get("/desk/new/").content.decode())
    assert not offered(director.post("/desk/new/_game", new_event()).content.decode())
