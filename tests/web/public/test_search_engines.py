"""Search engines may list pages only if the club's owner allows it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.every_url import client_in_role, session, url_by_name
from tournaments.models import AuditAction, AuditEntry, Club, Session

pytestmark = pytest.mark.django_db

__all__ = ["session"]

NOINDEX_TAG = '<meta name="robots" content="noindex">'
PAGE_URL_NAMES = {"home", "club", "standings", "rounds", "scorecard", "traveller", "deals"}
# Pages that search engines may list if the club allows it: no files, no pictures, not the API.
LISTED_URL_NAMES = PAGE_URL_NAMES | {"rank_history", "methods", "charts", "event_rules"}


def listed_url_names(client: Client, session: Session) -> set[str]:
    """Return the names of URLs that may be listed; check that head and header agree."""
    url_names = set()
    for name, url in url_by_name(session).items():
        response = client.get(url)
        by_header = response.headers["X-Robots-Tag"] != "noindex"
        if b"<head>" in response.content and not url.startswith("/api/"):
            assert (response.content.decode().count(NOINDEX_TAG) == 0) == by_header, url
        if by_header:
            url_names.add(name)
    return url_names


@pytest.mark.thorough
@pytest.mark.parametrize("role", ["anybody", "owner"])
def test_search_engines_list_nothing_unless_the_club_allows_it(session: Session, role: str) -> None:
    client = client_in_role(role, session)
    assert listed_url_names(client, session) == set()
    Club.objects.update(may_be_listed=True)
    assert listed_url_names(client, session) == LISTED_URL_NAMES


def test_missing_page_is_not_listed(session: Session) -> None:
    Club.objects.update(may_be_listed=True)
    response = Client().get("/club-manilla/nowhere/")
    assert (response.status_code, response.headers["X-Robots-Tag"]) == (404, "noindex")
    assert NOINDEX_TAG in response.content.decode()


def test_list_of_clubs_names_nobody_and_may_be_listed(session: Session) -> None:
    Club.objects.create(name="Penya", slug="penya", may_be_listed=True)
    tags = [Client().get(url).headers["X-Robots-Tag"] for url in ("/", "/penya/", "/club-manilla/")]
    assert tags == ["all", "all", "noindex"]


def test_owner_allows_and_forbids_listing(session: Session) -> None:
    owner, club = client_in_role("owner", session), session.stage.event.club
    members_url, listing_url = (
        reverse("members", args=[club.pk]),
        reverse("club_listing", args=[club.pk]),
    )
    assert "Search engines may not list" in owner.get(members_url).content.decode()
    for choice, action, sentence in (
        ("yes", AuditAction.LIST_CLUB, "Search engines may list"),
        ("no", AuditAction.UNLIST_CLUB, "Search engines may not list"),
    ):
        for _attempt in range(2):
            response = owner.post(listing_url, {"listed": choice}, follow=True)
            assert sentence in " ".join(response.content.decode().split())
        assert Club.objects.get(pk=club.pk).may_be_listed == (choice == "yes")
        assert (
            AuditEntry.objects.filter(verb=action, club=club, user__username="owner").count() == 1
        )


@pytest.mark.parametrize("fields", [{}, {"listed": "maybe"}])
def test_invalid_listing_choice_is_rejected(session: Session, fields: dict[str, str]) -> None:
    owner, club = client_in_role("owner", session), session.stage.event.club
    audit_count = AuditEntry.objects.count()
    response = owner.post(reverse("club_listing", args=[club.pk]), fields)
    assert response.status_code == 422
    assert re.search("Choose whether search engines may list", response.content.decode())
    assert (AuditEntry.objects.count(), Club.objects.get(pk=club.pk).may_be_listed) == (
        audit_count,
        False,
    )
