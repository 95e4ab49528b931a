"""Line-ups by the API: declared by a director, public once both teams have declared."""

import pytest

from tests.api.clients import Api, codes, member
from tests.scenes.teams import started_teams
from tournaments.models import LineUp, SeatHolder
from tournaments.permissions.visibility.line_ups import public_line_ups
from tournaments.queries.rounds.line_ups import rounds_to_line_up, upcoming_matches

pytestmark = pytest.mark.django_db

SEATS = {"N": 4, "S": 3, "E": 2, "W": 1}


def test_line_up_is_public_once_both_teams_have_declared() -> None:
    session, director = started_teams(4)
    round_ = rounds_to_line_up(session)[0]
    teams = [
        team.contestant.number
        for team in upcoming_matches(round_, public_line_ups(round_))[0].teams
    ]
    url, api = f"rounds/{round_.pk}/line-ups/", member(director)
    for number, line_up_count in zip(teams, (0, 8), strict=True):
        body = {"contestant": number, "seats": SEATS}
        response = api.send(url, body, key=f"team-{number}")
        assert (response.status_code, response.json()) == (
            201,
            {"round": round_.pk, "contestant": number},
        )
        assert api.send(url, body, key=f"team-{number}").json() == response.json()
        assert Api().read(url)["count"] == line_up_count
    assert LineUp.objects.count() == 8
    seats = Api().read(url)["results"]
    assert {(seat["table_label"], seat["seat"]) for seat in seats} == {
        (t, s) for t in "12" for s in "NSEW"
    }
    assert {seat["player"].split()[0] for seat in seats if seat["seat"] == "N"} == {"Dídac"}


@pytest.mark.parametrize(
    ("body", "status", "expected_codes"),
    [
        ({"contestant": 1, "seats": {"N": 1}}, 422, ["seat_empty"]),
        ({"contestant": 99, "seats": SEATS}, 422, ["no_match"]),
        ({"contestant": 1, "seats": {"N": 0, "S": 3, "E": 2, "W": 1}}, 422, ["min_value"]),
        ({"contestant": 1}, 422, ["required"]),
    ],
)
def test_problems_of_a_line_up_are_reported(
    body: dict, status: int, expected_codes: list[str]
) -> None:
    session, director = started_teams(4)
    round_ = rounds_to_line_up(session)[0]
    response = member(director).send(f"rounds/{round_.pk}/line-ups/", body)
    assert (response.status_code, codes(response)) == (status, expected_codes)
    assert not SeatHolder.objects.filter(seating__round=round_).exclude(player=None).exists()
