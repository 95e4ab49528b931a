"""Tabs mark the current page and lead only to pages that the reader may open."""

import re
from typing import NamedTuple

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.scenes.divided_session import dealt_at_venues
from tests.scenes.evening import created
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.rounds.sessions import start_session
from tournaments.models import Club, Membership, Session
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
    "History": [],  # a single page has no tabs
    "Details": ["Details", "Fairness"],
}
OF_OWNER = ["My events", "Players", "Penalties", "Staff", "Venues", "History", "Your account"]
OF_VENUE = {
    "Play": ["Desk", "Type slips", "Clock", "Something went wrong"],
    "People": [],
    "Print": ["All sheets", "Poster"],
}


class ShownTabs(NamedTuple):
    """The tabs of a page: their texts, the texts of current ones, and their URLs."""

    texts: list[str]
    current: list[str]
    urls: list[str]


def shown_tabs(client: Client, page_url: str) -> ShownTabs:
    response = client.get(page_url)
    assert response.status_code == 200, page_url
    row = re.search(r'<nav class="tabs".*?</nav>', response.content.decode(), re.DOTALL)
    links = re.findall(
        r'<a href="([^"]+)"( aria-current="page")?>([^<]+)</a>',
        row[0] if row else "",
    )
    return ShownTabs(
        [text for _url, _current, text in links],
        [text for _url, is_current, text in links if is_current],
        [url for url, _current, _text in links],
    )


class ShownGroups(NamedTuple):
    """The groups of pages in the felt: where each leads, and those that are current."""

    urls: dict[str, str]
    current: list[str]


def shown_groups(client: Client, page_url: str) -> ShownGroups:
    page = client.get(page_url).content.decode()
    row = re.search(r'<nav class="groups".*?</nav>', page, re.DOTALL)
    links = re.findall(
        r'<a href="([^"]+)"( aria-current="true")?>([^<]+)</a>', row[0] if row else ""
    )
    return ShownGroups(
        {text: url for url, _current, text in links},
        [text for _url, is_current, text in links if is_current],
    )


def pages_by_group(client: Client, session: Session) -> dict[str, list[str]]:
    """Return the reader's pages of the desk by group; check that each one opens."""
    pages = {}
    for group, url in shown_groups(client, desk_url(session)).urls.items():
        tabs_ = shown_tabs(client, url)
        assert shown_groups(client, url).current == [group]
        assert len(tabs_.current) == min(len(tabs_.texts), 1), group
        assert all(client.get(url).status_code == 200 for url in tabs_.urls)
        pages[group] = tabs_.texts
    return pages


@pytest.fixture
def session() -> Session:
    """Start a session at two venues, with every section in its first round."""
    return played()[0]


def played() -> tuple[Session, Actor, dict[str, Actor]]:
    session, director, staff = dealt_at_venues()
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director, staff


def member(session: Session, role: str) -> Actor:
    user = get_user_model().objects.create_user(role)
    Membership.objects.create(club=session.stage.event.club, user=user, role=role)
    return Actor.of_user(user.pk)


def test_director_sees_every_desk_page_in_its_group() -> None:
    session, director, _staff = played()
    client = signed_in(Client(), director)
    assert pages_by_group(client, session) == OF_DIRECTOR
    assert shown_tabs(client, desk_url(session)).current == ["Desk"]


def test_header_of_the_desk_links_to_all_events_and_the_public_page(session: Session) -> None:
    event = session.stage.event
    page = signed_in(Client(), member(session, Membership.Role.DIRECTOR)).get(desk_url(session))
    felt = page.content.decode().split("<main")[0]
    public = reverse("standings", args=[event.club.slug, event.slug])
    assert f'<a href="{reverse("desk")}">My events</a>' in felt
    assert f'<a href="{public}">Public page</a>' in felt


# Pages of the desk with the tab that each belongs to.
TAB_BY_DESK_PAGE = {
    "event_contestants": "Pairs",
    "event_sections": "Pairs",  # its own tab is shown only while sections can be made
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
    "event_edit": "Details",
    "event_copy": "My events",
    "result_uploads": "Desk",
}


@pytest.mark.thorough
def test_desk_page_marks_its_tab_as_current() -> None:
    session, director, _staff = played()
    client = signed_in(Client(), director)
    assert {
        url_name: shown_tabs(client, desk_url(session, url_name)).current
        for url_name in TAB_BY_DESK_PAGE
    } == {url_name: [current] for url_name, current in TAB_BY_DESK_PAGE.items()}


def test_details_page_of_an_event_without_history_marks_its_group() -> None:
    session, director = created()
    client = signed_in(Client(), director)
    tab_groups = shown_groups(client, desk_url(session, "event_edit"))
    assert tab_groups.current == ["Details"]
    assert "History" not in tab_groups.urls


def test_sections_page_has_a_tab_while_sections_can_be_made() -> None:
    session, director = created()
    client = signed_in(Client(), director)
    assert shown_tabs(client, desk_url(session, "event_sections")).current == ["Sections"]
    assert "Sections" not in shown_tabs(client, desk_url(session, "event_contestants")).texts


def test_venue_director_has_paper_but_no_penalties() -> None:
    session, _director, staff = played()
    client = signed_in(Client(), staff[VIC])
    assert pages_by_group(client, session) == OF_VENUE


def test_scorer_has_the_desk_and_score_slips(session: Session) -> None:
    client = signed_in(Client(), member(session, Membership.Role.SCORER))
    assert pages_by_group(client, session) == {"Play": ["Desk", "Type slips"]}


def test_owner_has_the_pages_of_the_club_and_director_its_players(session: Session) -> None:
    club = session.stage.event.club
    people_url = reverse("people", args=[club.slug])
    director_client = signed_in(Client(), member(session, Membership.Role.DIRECTOR))
    penalties_url = reverse("club_penalties", args=[club.pk])
    assert shown_tabs(director_client, people_url) == ShownTabs(
        ["My events", "Players", "Penalties", "Your account"],
        ["Players"],
        [reverse("desk"), people_url, penalties_url, reverse("account")],
    )
    owner_client = signed_in(Client(), member(session, Membership.Role.OWNER))
    owner_tabs = shown_tabs(owner_client, reverse("venues", args=[club.pk]))
    assert owner_tabs.texts == OF_OWNER
    assert owner_tabs.current == ["Venues"]
    assert all(owner_client.get(url).status_code == 200 for url in owner_tabs.urls)


def test_own_pages_have_the_tabs_of_the_only_club_that_the_reader_directs(
    session: Session,
) -> None:
    owner = member(session, Membership.Role.OWNER)
    client = signed_in(Client(), owner)
    for url_name, current in (("desk", "My events"), ("account", "Your account")):
        page_tabs = shown_tabs(client, reverse(url_name))
        assert (page_tabs.texts, page_tabs.current) == (OF_OWNER, [current])
    other_club = Club.objects.create(name="Another club", slug="another-club")
    Membership.objects.create(club=other_club, user_id=owner.user_id, role=Membership.Role.DIRECTOR)
    assert shown_tabs(client, reverse("account")).texts == ["My events", "Your account"]


def test_single_tab_is_not_shown(session: Session) -> None:
    client = signed_in(Client(), member(session, Membership.Role.DIRECTOR))
    assert shown_tabs(client, desk_url(session, "history")).texts == []


def test_account_pages_of_a_scorer_belong_to_no_club(session: Session) -> None:
    client = signed_in(Client(), member(session, Membership.Role.SCORER))
    assert shown_tabs(client, reverse("desk")).current == ["My events"]
    for url_name in ("account", "password", "second_factor_new"):
        assert shown_tabs(client, reverse(url_name)).current == ["Your account"], url_name


def test_anonymous_reader_sees_no_desk_tabs(client: Client) -> None:
    assert shown_tabs(client, reverse("sign_in")).texts == []


def test_public_page_marks_its_tab_as_current(client: Client, session: Session) -> None:
    event = session.stage.event
    pages = ["Standings", "Rounds", "Boards", "Fair deal", "Rules"]
    for url_name, args, current in (
        ("standings", [], "Standings"),
        ("rank_history", [], "Standings"),
        ("methods", [], "Standings"),
        ("charts", [], "Standings"),
        ("scorecard", [1], "Standings"),
        ("rounds", [], "Rounds"),
        ("boards", [], "Boards"),
        ("traveller", [1, 1], "Boards"),
        ("deals", [1], "Fair deal"),
        ("downloads", [], "Standings"),
    ):
        tabs_ = shown_tabs(client, reverse(url_name, args=[event.club.slug, event.slug, *args]))
        assert tabs_.texts == pages, "every page has the same tabs"
        assert tabs_.current == [current], url_name


@pytest.mark.parametrize("url_name", ["standings", "rounds", "downloads"])
def test_first_tab_of_an_upcoming_event_lists_its_contestants(
    client: Client, url_name: str
) -> None:
    event = created(6, movement="mitchell", round_count=3, boards_per_round=1)[0].stage.event
    tabs_ = shown_tabs(client, reverse(url_name, args=[event.club.slug, event.slug]))
    assert tabs_.texts[0] == "Who plays"
    assert "Boards" not in tabs_.texts
    assert "Fair deal" in tabs_.texts  # the commitment is public from the first day
