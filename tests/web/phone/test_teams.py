"""What the phone of a table says of a match of teams: who sits where, and what both tables made of it."""

from dataclasses import replace

import pytest
from django.test import Client

from tests.scenes.teams import PLAN, created_for_teams
from tournaments.actions.rounds.line_ups import declare_line_up
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Table
from tournaments.queries.line_ups import matches_to_come, rounds_to_line_up
from tournaments.queries.table_codes import code_of
from tournaments.queries.visibility.line_ups import open_line_ups

pytestmark = pytest.mark.django_db

TURNED = {"N": 4, "S": 3, "E": 2, "W": 1}


def test_the_phone_names_the_players_once_both_teams_have_declared(client: Client) -> None:
    session, director = created_for_teams(4, replace(PLAN, halves=2))
    deal_session(session.pk, "", director)
    round_ = rounds_to_line_up(session)[0]
    one, other = (team.contestant for team in matches_to_come(round_, open_line_ups(round_))[0].teams)
    table = f"/t/{code_of(Table.objects.get(section__session=session, number=1))}/"
    declare_line_up(round_.pk, one.pk, TURNED, director)
    assert "Dídac" not in client.get(table).content.decode()
    declare_line_up(round_.pk, other.pk, TURNED, director)
    said = [f"N Dídac {one.number}, S Carles {one.number}", f"E Berta {other.number}, W Anna {other.number}"]
    page = client.get(table).content.decode()
    assert [each for each in said if each not in page] == []
    start_session(session.pk, director)
    page = client.get(table).content.decode()
    assert [each for each in said if each not in page] == []
