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
    session, director = evening.created(12, "barometer", 3, 2)
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
    whole, short = ("Vic, North–South", "Vic, East–West"), ("Vic, N-S", "Vic, E-W")
    for url, of_vic in (
        (reverse("standings", args=slugs), whole),
        (reverse("rank_history", args=slugs), whole),
        (reverse("printed_results", args=[event.pk]), short),
    ):
        page = " ".join(client.get(url).content.decode().split())
        for heading in ("Sala gran <", *of_vic):
            assert heading in page.replace("gran</", "gran </"), (url, heading)
    asked = [{}, {"section": "Sala gran"}, {"section": "Vic"}, {"section": "Vic", "line": "ew"}]
    first, *others = [
        client.get(reverse("rank_history_chart", args=slugs), query).content for query in asked
    ]
    assert others[0] == first
    assert len({*others}) == 3
