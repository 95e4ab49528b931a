"""Rankings of a single section within a field of several."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.api.clients import Api
from tests.scenes import evening
from tests.scenes.divided_session import play_rounds_of_section
from tests.web.signed_in import signed_in
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Session
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
VIC = set(range(7, 13))
_ROW = re.compile(r'num place"><span>(\d+)<.*?/contestants/(\d+)/', re.DOTALL)


@pytest.fixture
def divided() -> tuple[Session, Actor]:
    """Return a finished session of twelve pairs in two sections, one field."""
    session, director = evening.created(12, movement="barometer", round_count=3, boards_per_round=2)
    plans = (
        SectionPlan("Sala gran", "howell", {}, 3, tuple(range(1, 7))),
        SectionPlan("Vic", "howell", {}, 3, tuple(range(7, 13))),
    )
    divide_session(session, Division(plans), director)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    for name in ("Sala gran", "Vic"):
        play_rounds_of_section(session, name, 3, director)
    catch_up()
    return session, director


def public_url(session: Session, name: str = "standings") -> str:
    event = session.stage.event
    return reverse(name, args=[event.club.slug, event.slug])


def ranks_and_numbers(page: str) -> list[tuple[int, int]]:
    """Return rank and number of everybody on the page."""
    return [(int(place), int(number)) for place, number in _ROW.findall(page)]


def test_section_is_ranked_by_the_totals_of_the_field(
    divided: tuple[Session, Actor],
) -> None:
    session, _director = divided
    places_on_page = ranks_and_numbers(Client().get(public_url(session)).content.decode())
    page = Client().get(public_url(session), {"section": "Vic"}).content.decode()
    assert {number for _place, number in places_on_page} == set(range(1, 13))
    assert [number for _place, number in ranks_and_numbers(page)] == [
        number for _, number in places_on_page if number in VIC
    ]
    assert [place for place, _number in ranks_and_numbers(page)] == list(range(1, 7))
    assert '<option value="Vic" selected>Vic</option>' in page
    assert re.search(r">\s*Vic\s*</h2>", page)


def test_section_fragment_answers_204_until_it_changes(
    divided: tuple[Session, Actor],
) -> None:
    session, _director = divided
    fragment = public_url(session, "standings_fragment")
    page = Client().get(public_url(session), {"section": "Vic"}).content.decode()
    fragment_url = re.search(r'hx-get="([^"]*)"', page)
    assert fragment_url
    poll_url = fragment_url[1].replace("&amp;", "&")
    assert "section=Vic" in poll_url
    assert Client().get(poll_url).status_code == 204
    other_response = Client().get(poll_url.replace("section=Vic", "section=Sala+gran"))
    assert other_response.status_code == 200
    assert (
        not {number for _place, number in ranks_and_numbers(other_response.content.decode())} & VIC
    )
    unknown = Client().get(fragment, {"section": "<Vic>"})
    assert len(ranks_and_numbers(unknown.content.decode())) == 12


def test_api_returns_a_section_by_name(divided: tuple[Session, Actor]) -> None:
    session, _director = divided
    url = f"events/{session.stage.event_id}/standings/"
    (whole_ranking,) = Api().read(url)["rankings"]
    (ranking,) = Api().read(f"{url}?section=Vic")["rankings"]
    assert (whole_ranking["section"], ranking["section"]) == ("", "Vic")
    totals = {row["number"]: row["total"] for row in whole_ranking["rows"]}
    assert {row["number"]: row["total"] for row in ranking["rows"]} == {
        number: totals[number] for number in VIC
    }
    assert Api().ask(f"{url}?section=Nowhere").status_code == 404


def test_embargo_applies_to_a_section(divided: tuple[Session, Actor]) -> None:
    session, director = divided
    later_time = timezone.now() + timedelta(days=1)
    edit_event(session.stage.event_id, {"standings_from": later_time}, director)
    catch_up()
    page = Client().get(public_url(session), {"section": "Vic"}).content.decode()
    assert ranks_and_numbers(page) == []
    assert Api().read(f"events/{session.stage.event_id}/standings/?section=Vic")["rankings"] == []


def test_section_can_be_printed_alone(client: Client, divided: tuple[Session, Actor]) -> None:
    session, director = divided
    signed_in(client, director)
    url = reverse("printed_results", args=[session.stage.event_id])
    page = client.get(url, {"section": "Vic"}).content.decode()
    assert "<h3>Vic</h3>" in page
    assert page.count("printed-card") == 6
    assert client.get(url).content.decode().count("printed-card") == 12


def test_sections_of_an_earlier_stage_can_be_chosen(divided: tuple[Session, Actor]) -> None:
    session, director = divided
    finish_session(session.pk, director)
    final = FinalPlan("howell", PlaceRange(1, 6), rounds=3)
    create_next_stage(session.stage.event, NextStagePlan((final,)), director)
    page = Client().get(public_url(session), {"section": "Vic"}).content.decode()
    assert '<option value="Vic" selected>Vic</option>' in page
    assert {number for _place, number in ranks_and_numbers(page)} == VIC
