"""Sections that are ranked separately: each ranking is named after its section."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import signed_in
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def test_standings_places_and_paper_name_the_section(client: Client) -> None:
    session, director = evening.created(12, movement="barometer", round_count=3, boards_per_round=2)
    plans = (
        SectionPlan("Sala gran", "howell", {}, 3, tuple(range(1, 7))),
        SectionPlan("Vic", "mitchell", {}, 3, tuple(range(7, 13))),
    )
    divide_session(session, Division(plans, ranks_sections_separately=True), director)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    while playing_round(session):
        evening.play_round(session, director, random.Random(1))
    catch_up()
    event = session.stage.event
    signed_in(client, director)
    slugs = [event.club.slug, event.slug]
    full_headings, short_headings = ("Vic, North–South", "Vic, East–West"), ("Vic, N-S", "Vic, E-W")
    for url, headings in (
        (reverse("standings", args=slugs), full_headings),
        (reverse("rank_history", args=slugs), full_headings),
        (reverse("printed_results", args=[event.pk]), short_headings),
    ):
        page = " ".join(client.get(url).content.decode().split())
        for heading in ("Sala gran <", *headings):
            assert heading in page.replace("gran</", "gran </"), (url, heading)
    queries = [{}, {"section": "Sala gran"}, {"section": "Vic"}, {"section": "Vic", "line": "ew"}]
    default_chart, *named_charts = [
        client.get(reverse("rank_history_chart", args=slugs), query).content for query in queries
    ]
    assert named_charts[0] == default_chart
    assert len({*named_charts}) == 3
