"""Pages of the director's guide, in the reader's language, and the help links to them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.every_url import client_in_role, filled_urls, session
from tournaments.models import Session
from tournaments.queries.guide.guide_pages import (
    GUIDE_PAGE_BY_URL_NAME,
    GUIDE_PAGE_SUMMARIES,
    GUIDE_PAGES,
)
from tournaments.web.accounts.urls import urlpatterns as access
from tournaments.web.clubs.urls import urlpatterns as club

pytestmark = pytest.mark.django_db

__all__ = ["session"]


def guide_page(page: str, language: str = "en") -> str:
    response = Client(headers={"accept-language": language}).get(reverse("guide_page", args=[page]))
    assert response.status_code == 200
    return response.content.decode()


def test_anonymous_reader_gets_the_guide_in_their_language() -> None:
    assert "<h1>El rellotge i els retards</h1>" in guide_page("clock", "ca")
    assert "<h1>時計と遅れ</h1>" in guide_page("clock", "ja")
    assert "<strong>Parar el reloj</strong>" in guide_page("clock", "es")


def test_guide_pages_link_to_the_previous_and_the_next() -> None:
    page = guide_page("clock")
    assert f'rel="prev" href="{reverse("guide_page", args=["people"])}"' in page
    assert f'rel="next" href="{reverse("guide_page", args=["rulings"])}"' in page
    assert 'rel="prev"' not in guide_page(GUIDE_PAGES[0])
    assert 'rel="next"' not in guide_page(GUIDE_PAGES[-1])


@pytest.mark.parametrize("page", GUIDE_PAGES)
def test_guide_has_no_dead_links(client: Client, page: str) -> None:
    inside = set(re.findall(r'href="(/guide/[^"]*)"', guide_page(page)))
    assert len(inside) == len(GUIDE_PAGES) + 1, "the contents and the title over them"
    assert all(client.get(item).status_code == 200 for item in inside)


def test_unknown_guide_page_is_not_found(client: Client) -> None:
    assert client.get(reverse("guide_page", args=["nothing"])).status_code == 404


def test_contents_list_every_page_with_its_summary(client: Client) -> None:
    page = client.get(reverse("guide")).content.decode()
    assert tuple(GUIDE_PAGE_SUMMARIES) == GUIDE_PAGES
    for name, about in GUIDE_PAGE_SUMMARIES.items():
        url = reverse("guide_page", args=[name])
        row = page[page.index(f'href="{url}"') :].partition("</li>")[0]
        assert about in row


# URL names of pages that are not about an event: accounts, and people of a club.
OF_THE_CLUB = {path.name for path in (*access, *club)}


@pytest.mark.thorough
def test_help_link_of_each_screen_opens_the_page_about_it(session: Session) -> None:
    director, helped = client_in_role("director", session), set()
    for name, url in filled_urls(session, [1]):
        response = director.get(url) if url.startswith("/desk/") else None
        if response and response.status_code == 200 and b'<header class="bar">' in response.content:
            assert (name in GUIDE_PAGE_BY_URL_NAME) != (name in OF_THE_CLUB), name
            helped.add(name)
            if name in GUIDE_PAGE_BY_URL_NAME:
                assert (
                    reverse("guide_page", args=[GUIDE_PAGE_BY_URL_NAME[name]]).encode()
                    in response.content
                ), name
    assert len(helped & GUIDE_PAGE_BY_URL_NAME.keys()) > 25


def test_phones_and_public_pages_have_no_help_link(session: Session, client: Client) -> None:
    event = session.stage.event
    for url in ("/t/", reverse("standings", args=[event.club.slug, event.slug])):
        assert 'class="help"' not in client.get(url).content.decode()
