"""The page that creates the next stage: proposed finals, the preview, and problems."""

import random
import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import signed_in
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.forms import parse_fraction
from tournaments.models import Session, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(client: Client) -> Session:
    """Return a finished session of twelve pairs in one ranking; the client is its director."""
    turned = {"rotation": "round_robin"}
    created, director = evening.created(
        12, movement="barometer", round_count=2, boards_per_round=1, movement_options=turned
    )
    deal_session(created.pk, "", director)
    start_session(created.pk, director)
    evening.play_out(created, director, random.Random(3))
    signed_in(client, director)
    return created


def finals_url(session: Session) -> str:
    return reverse("event_finals", args=[session.stage.event_id])


def form_data(**fields: str) -> dict[str, str]:
    """Return a form with the six best in final A and the rest in final B."""
    best = {"f1-name": "A", "f1-who": "all", "f1-first": "1", "f1-last": "6", "f1-movement": ""}
    second_final = {"f2-name": "B", "f2-who": "rest", "f2-movement": ""}
    return {"finals": "2", "carried": "50", **best, **second_final, **fields}


def test_desk_links_to_the_finals_page_which_proposes_two(session: Session, client: Client) -> None:
    desk = client.get(reverse("event_desk", args=[session.stage.event_id])).content.decode()
    assert finals_url(session) in desk
    page = client.get(finals_url(session)).content.decode()
    assert 'value="6"' in page
    assert "knock_out" not in page
    assert 'value="knock_out"' in client.get(finals_url(session), {"finals": 1}).content.decode()


def test_qualifiers_are_previewed_before_anything_is_stored(
    session: Session, client: Client
) -> None:
    page = client.post(finals_url(session), form_data()).content.decode()
    assert page.count('<th scope="row" class="names">') == 12
    assert "Place 6." in page
    assert "One of the rest." in page
    assert Stage.objects.count() == 1
    (digest,) = re.findall(r'name="sure" value="(\w+)"', page)
    otherwise = client.post(finals_url(session), form_data(sure=digest, carried="25"))
    assert otherwise.status_code == 200, "changed values are previewed before they are stored"
    assert Stage.objects.count() == 1
    response = client.post(finals_url(session), form_data(sure=digest))
    assert response.status_code == 302
    next_stage = Stage.objects.get(number=2)
    assert (next_stage.carry_over, next_stage.ranks_sections_separately) == (
        Fraction(1, 2),
        True,
    )
    finals = [
        (section.name, section.assignments.count())
        for section in next_stage.sessions.get().sections.order_by("number")
    ]
    assert finals == [("A", 6), ("B", 6)]


def test_problems_are_shown_beside_their_final(session: Session, client: Client) -> None:
    for wrong, sentence in (
        ({"f1-last": ""}, "Enter the last place."),
        ({"carried": "much"}, "Enter a percentage"),
        ({"carried": "101"}, "Carry over nothing, all, or a part"),
        ({"f1-first": "7"}, "Enter places from the first to the last."),
        ({"f2-name": "A"}, "another section is also called A"),
        ({"f1-last": "11"}, "Fewer than two would qualify: choose more places."),
    ):
        response = client.post(finals_url(session), form_data(**wrong))
        assert response.status_code == 422, wrong
        assert sentence in response.content.decode()
    for strange in ("0", "x", "9" * 20):
        assert client.get(finals_url(session), {"finals": strange}).status_code == 200
        assert client.post(finals_url(session), {"finals": strange}).status_code == 422
    assert Stage.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("50", "1/2"),
        ("12.5 %", "1/8"),
        ("1/3", "1/3"),
        ("100%", "1"),
        ("1/0", None),
        ("", None),
    ],
)
def test_carry_over_accepts_percentages_and_fractions(text: str, part: str | None) -> None:
    assert parse_fraction(text) == (None if part is None else Fraction(part))
