"""The pages of a part, as tabs on each of them: one is current, and none leads where nobody may
go."""

import re
from typing import NamedTuple

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.scenes.divided import at_venues
from tests.scenes.evening import created
from tests.web.signed_in import desk, signed_in
from tournaments.actions.rounds.sessions import start_session
from tournaments.models import Membership, Session
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db

VIC = "Biblioteca de Vic"
OF_DIRECTOR = {
    "Play": [
        "Desk",
        "Type slips",
        "Clock",
        "Penalties",
        "Something went wrong",
        "Make up boards",
    ],
    "People": ["Pairs", "Phones"],
    "Print": ["All sheets", "Poster"],
    "History": ["History", "Event details", "Fairness"],
}
OF_VENUE = {
    "Play": ["Desk", "Type slips", "Clock", "Something went wrong"],
    "People": ["Phones"],
    "Print": ["All sheets", "Poster"],
}


class Shown(NamedTuple):
    """The tabs of a page: the texts of all, those that are current, and where all lead."""

    texts: list[str]
    current: list[str]
    urls: list[str]


def tabs(client: Client, address: str) -> Shown:
    answer = client.get(address)
    assert answer.status_code == 200, address
    row = re.search(r'<nav class="tabs".*?</nav>', answer.content.decode(), re.DOTALL)
    found = re.findall(
        r'<a data-label="[^"]*" href="([^"]+)"( aria-current="page")?>([^<]+)</a>',
        row[0] if row else "",
    )
    return Shown(
        [text for _url, _current, text in found],
        [text for _url, current, text in found if current],
        [url for url, _current, _text in found],
    )


class ShownGroups(NamedTuple):
    """The groups of pages in the felt: where each leads, and those that are current."""

    urls: dict[str, str]
    current: list[str]


def groups(client: Client, address: str) -> ShownGroups:
    page = client.get(address).content.decode()
    row = re.search(r'<nav class="groups".*?</nav>', page, re.DOTALL)
    found = re.findall(
        r'<a href="([^"]+)"( aria-current="true")?>([^<]+)</a>', row[0] if row else ""
    )
    return ShownGroups(
        {text: url for url, _current, text in found},
        [text for _url, current, text in found if current],
    )


def pages_by_group(client: Client, session: Session) -> dict[str, list[str]]:
    """The pages of the desk that somebody has, by group; each group and page is opened."""
    found = {}
    for group, url in groups(client, desk(session)).urls.items():
        shown = tabs(client, url)
        assert groups(client, url).current == [group]
        assert len(shown.current) == 1, group
        assert all(client.get(each).status_code == 200 for each in shown.urls)
        found[group] = shown.texts
    return found


@pytest.fixture
def session() -> Session:
    """Two venues, every section in its first round."""
    return played()[0]


def played() -> tuple[Session, Actor, dict[str, Actor]]:
    session, director, staff = at_venues()
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director, staff


def member(session: Session, role: str) -> Actor:
    user = get_user_model().objects.create_user(role)
    Membership.objects.create(club=session.stage.event.club, user=user, role=role)
    return Actor.of_user(user.pk)


def test_a_director_has_every_page_of_the_desk_in_its_group() -> None:
    session, director, _staff = played()
    client = signed_in(Client(), director)
    assert pages_by_group(client, session) == OF_DIRECTOR
    assert tabs(client, desk(session)).current == ["Desk"]


def test_the_felt_of_the_desk_leads_to_all_events_and_to_the_public_page(session: Session) -> None:
    event = session.stage.event
    page = signed_in(Client(), member(session, Membership.Role.DIRECTOR)).get(desk(session))
    felt = page.content.decode().split("<main")[0]
    public = reverse("standings", args=[event.club.slug, event.slug])
    assert f'<a href="{reverse("desk")}">My events</a>' in felt
    assert f'<a href="{public}">Public page</a>' in felt


BELONGS = {
    "event_contestants": "Pairs",
    "event_sections": "Sections",
    "paper": "All sheets",
    "table_sheets": "All sheets",
    "hand_slips": "All sheets",
    "emergency_sheet": "All sheets",
    "poster": "Poster",
    "desk_phones": "Phones",
    "typing": "Type slips",
    "penalties": "Penalties",
    "event_clock": "Clock",
    "corrections": "Something went wrong",
    "event_movement_report": "Fairness",
    "event_edit": "Event details",
    "event_copy": "My events",
    "result_uploads": "Desk",
}
"""Pages of the desk, each with the tab that it belongs to."""


@pytest.mark.thorough
def test_each_page_of_the_desk_says_where_it_belongs() -> None:
    session, director, _staff = played()
    client = signed_in(Client(), director)
    assert {page: tabs(client, desk(session, page)).current for page in BELONGS} == {
        page: [current] for page, current in BELONGS.items()
    }


def test_the_details_of_an_event_without_a_history_name_their_group() -> None:
    session, director = created()
    client = signed_in(Client(), director)
    shown = groups(client, desk(session, "event_edit"))
    assert shown.current == ["Event details"]
    assert "History" not in shown.urls
    assert tabs(client, desk(session, "event_edit")).texts == [], "the group says it already"


def test_the_sections_have_a_tab_while_their_page_is_shown() -> None:
    session, director = created()
    client = signed_in(Client(), director)
    assert tabs(client, desk(session, "event_sections")).current == ["Sections"]
    assert "Sections" not in tabs(client, desk(session, "event_contestants")).texts


def test_who_looks_after_a_venue_has_its_paper_and_no_penalties() -> None:
    session, _director, staff = played()
    client = signed_in(Client(), staff[VIC])
    assert pages_by_group(client, session) == OF_VENUE


def test_a_scorer_has_the_desk_and_the_slips(session: Session) -> None:
    client = signed_in(Client(), member(session, Membership.Role.SCORER))
    assert pages_by_group(client, session) == {"Play": ["Desk", "Type slips"]}


def test_an_owner_has_the_pages_of_his_club_and_a_director_its_people(session: Session) -> None:
    club = session.stage.event.club
    people = reverse("people", args=[club.slug])
    directs = signed_in(Client(), member(session, Membership.Role.DIRECTOR))
    kinds = reverse("club_penalties", args=[club.pk])
    assert tabs(directs, people) == Shown(
        ["My events", "Players", "Penalties"], ["Players"], [reverse("desk"), people, kinds]
    )
    owns = signed_in(Client(), member(session, Membership.Role.OWNER))
    shown = tabs(owns, reverse("venues", args=[club.pk]))
    assert shown.texts == ["My events", "Players", "Penalties", "Staff", "Venues", "History"]
    assert shown.current == ["Venues"]
    assert all(owns.get(url).status_code == 200 for url in shown.urls)


def test_ones_own_pages_are_of_no_club(session: Session) -> None:
    client = signed_in(Client(), member(session, Membership.Role.SCORER))
    assert tabs(client, reverse("desk")).current == ["My events"]
    for page in ("account", "password", "second_factor_new"):
        assert tabs(client, reverse(page)).current == ["Your account"], page


def test_nobody_who_is_not_signed_in_is_shown_the_desks_pages(client: Client) -> None:
    assert tabs(client, reverse("sign_in")).texts == []


def test_the_publics_pages_say_where_they_belong(client: Client, session: Session) -> None:
    event = session.stage.event
    pages = ["Standings", "Rounds", "Boards", "Deals", "Rules"]
    for page, more, current in (
        ("standings", [], "Standings"),
        ("rank_history", [], "Place after each round"),
        ("methods", [], "Compare scoring methods"),
        ("charts", [], "Opponents and pace"),
        ("scorecard", [1], "Standings"),
        ("rounds", [], "Rounds"),
        ("traveller", [1, 1], "Boards"),
        ("deals", [1], "Deals"),
        ("downloads", [], "Downloads"),
    ):
        shown = tabs(client, reverse(page, args=[event.club.slug, event.slug, *more]))
        behind = [] if current in pages else [current]
        assert shown.texts == pages + behind, "its own tab comes last and moves no other"
        assert shown.current == [current], page


@pytest.mark.parametrize("page", ["standings", "rounds", "downloads"])
def test_the_first_tab_of_an_event_that_has_not_begun_is_who_plays(
    client: Client, page: str
) -> None:
    event = created(6, "mitchell", 3, 1)[0].stage.event
    shown = tabs(client, reverse(page, args=[event.club.slug, event.slug]))
    assert shown.texts[0] == "Who plays"
    assert "Boards" not in shown.texts
    assert "Deals" in shown.texts  # the commitment is public from the first day
