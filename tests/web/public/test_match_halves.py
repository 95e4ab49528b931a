"""A match in two halves shows the name and the sum of each."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import play_round
from tests.scenes.teams import PLAN, started_teams
from tests.web.signed_in import desk_url, signed_in
from tournaments.queries.boards.match_details import read_match
from tournaments.tasks import catch_up
from tournaments.templatetags.awards import signed

pytestmark = pytest.mark.django_db


def test_match_page_adds_up_each_half(client: Client) -> None:
    session, director = started_teams(4, replace(PLAN, halves=2))
    for _half in range(2):
        play_round(session, director)
    catch_up()
    event, match = session.stage.event, read_match(session, 1, 1)
    assert match
    assert sum(half.points for half in match.halves) == match.margin
    assert [half.xs[0] - half.xs[1] for half in match.halves] == [
        half.points for half in match.halves
    ]
    page = client.get(
        reverse("match", args=[event.club.slug, event.slug, 1, 1, 1])
    ).content.decode()
    assert "First half (round 1)" in page
    assert "Second half (round 2)" in page
    sums = re.findall(r"<tfoot>.*?</tfoot>", page, re.DOTALL)
    assert all(
        f'total">{signed(half.points)}<' in expected_sum
        for half, expected_sum in zip(match.halves, sums, strict=True)
    )


def test_list_of_teams_shows_the_number_of_rounds_of_matches(client: Client) -> None:
    session, director = started_teams(4, replace(PLAN, halves=2))
    page = signed_in(client, director).get(desk_url(session, "event_contestants")).content.decode()
    assert "3 rounds" in page
    assert "6 rounds" not in page
