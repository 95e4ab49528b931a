"""The phone of a table in a team match: line-ups, and results over both tables."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.scenes.devices import linked_phone
from tests.scenes.evening import enter
from tests.scenes.teams import PLAN, created_teams, started_teams
from tournaments.actions.rounds.line_ups import submit_line_up
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Board, Play, Table
from tournaments.permissions.visibility.line_ups import public_line_ups
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.line_ups import rounds_to_line_up, upcoming_matches
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

OUTCOME: dict[str, object] = {"trump": "copes", "delegated": "no", "contro": "none"}
TURNED = {"N": 4, "S": 3, "E": 2, "W": 1}


def test_phone_names_the_players_once_both_line_ups_are_submitted(client: Client) -> None:
    session, director = created_teams(4, replace(PLAN, halves=2))
    deal_session(session.pk, "", director)
    round_ = rounds_to_line_up(session)[0]
    first_team, other_team = (
        team.contestant for team in upcoming_matches(round_, public_line_ups(round_))[0].teams
    )
    table_page_url = f"/t/{code_of(Table.objects.get(section__session=session, number=1))}/"
    submit_line_up(round_.pk, first_team.pk, TURNED, director)
    assert "Dídac" not in client.get(table_page_url).content.decode()
    submit_line_up(round_.pk, other_team.pk, TURNED, director)
    expected_texts = [
        f"N Dídac {first_team.number}, S Carles {first_team.number}",
        f"E Berta {other_team.number}, W Anna {other_team.number}",
    ]
    page = client.get(table_page_url).content.decode()
    assert [expected_text for expected_text in expected_texts if expected_text not in page] == []
    start_session(session.pk, director)
    page = client.get(table_page_url).content.decode()
    assert [expected_text for expected_text in expected_texts if expected_text not in page] == []


def test_compared_team_board_shows_the_difference_and_no_award(client: Client) -> None:
    session, _director = started_teams(4)
    board = Board.objects.get(session=session, number=1)
    plays = [
        Play.objects.get(board=board, seating__round__number=1, seating__table__number=table)
        for table in (1, 2)
    ]
    for play, points in zip(plays, ("50", "31"), strict=True):
        enter(play, OUTCOME | {"ns_points": points})
    catch_up()
    team = plays[0].seating.places.get(seat="N").contestant
    linked_phone(plays[0].seating.table, client=client)
    page = client.get(f"/t/{code_of(plays[0].seating.table)}/boards/1/").content.decode()
    assert f"{team}, both tables together" in page
    (figure,) = re.findall(r'<span class="figure">([^<]+)</span>', page)
    assert figure.startswith("+")
    assert ">Award<" not in page
    linked_phone(plays[1].seating.table, client=client)
    other_response = client.get(f"/t/{code_of(plays[1].seating.table)}/boards/1/").content.decode()
    assert f'<span class="figure">{figure.replace("+", "−")}</span>' in other_response
