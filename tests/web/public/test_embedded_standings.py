"""Standings embedded in other sites, only in those that the owner names."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import play_round, started
from tests.web.every_url import client_in_role
from tournaments.actions.clubs.club import set_framing_sites
from tournaments.actions.limits import MAX_FRAMING_SITES
from tournaments.models import AuditAction, AuditEntry, Club, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"
Send = Callable[[str], int]


@pytest.fixture
def session() -> Session:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director)
    catch_up()
    return session


def post_sites(client: Client, session: Session, sites: str) -> tuple[int, str]:
    """Post the owner's list of sites; return the response and the page."""
    url = reverse("club_frames", args=[session.stage.event.club_id])
    response = client.post(url, {"sites": sites}, follow=True)
    return response.status_code, response.content.decode()


def test_standings_cannot_be_embedded_until_a_site_is_named(
    client: Client, session: Session
) -> None:
    assert client.get(f"{EVENT}frame/").status_code == 404
    assert "&lt;iframe" not in client.get(f"{EVENT}downloads/").content.decode()


def test_named_sites_may_embed_only_the_standings(
    session: Session,
) -> None:
    owner = client_in_role("owner", session)
    assert (
        post_sites(owner, session, " https://www.Example.org/club,\nbotifarra.cat\nbotifarra.cat ")[
            0
        ]
        == 200
    )
    assert Club.objects.get().framed_by == ["www.example.org", "botifarra.cat"]
    response = Client().get(f"{EVENT}frame/")
    policy = response.headers["Content-Security-Policy"]
    assert policy.endswith("frame-ancestors https://www.example.org https://botifarra.cat")
    assert policy.startswith("default-src 'self'; object-src 'none'; base-uri 'none'")
    assert "X-Frame-Options" not in response.headers
    for other_url in (EVENT, f"{EVENT}rounds/", "/", f"{EVENT}downloads/"):
        limits = Client().get(other_url).headers
        assert "frame-ancestors 'none'" in limits["Content-Security-Policy"]
        assert limits["X-Frame-Options"] == "DENY"
    assert f"{EVENT}frame/" in Client().get(f"{EVENT}downloads/").content.decode()


def test_embedded_standings_have_no_navigation(session: Session) -> None:
    set_framing_sites(session.stage.event.club, "example.org", SYSTEM)
    page = Client().get(f"{EVENT}frame/").content.decode()
    assert page.count("data-number=") == 8
    assert '<base target="_blank">' in page
    assert 'class="bar"' not in page
    assert 'class="tabs' not in page
    assert '<meta name="robots" content="noindex">' in page


def test_invalid_site_name_is_reported_and_not_stored(session: Session) -> None:
    owner = client_in_role("owner", session)
    invalid_names = (
        "no_name",
        "a b.org;",
        "*.example.org",
        "localhost",
        "'none'",
        "-a.org",
        "x" * 300 + ".org",
    )
    for site in invalid_names:
        status, page = post_sites(owner, session, f"example.org\n{site}")
        assert status == 422, site
        assert "is not the name of a site" in page
    status, page = post_sites(
        owner, session, "\n".join(f"a{number}.org" for number in range(MAX_FRAMING_SITES + 1))
    )
    assert (status, f"At most {MAX_FRAMING_SITES} sites" in page) == (422, True)
    assert Club.objects.get().framed_by == []
    assert not AuditEntry.objects.filter(verb=AuditAction.SET_FRAMING_SITES).exists()


def test_owner_removes_embedding_sites_and_the_audit_records_it(session: Session) -> None:
    owner = client_in_role("owner", session)
    for _attempt in range(2):
        assert post_sites(owner, session, "català.example")[0] == 200
    assert Club.objects.get().framed_by == ["xn--catal-vqa.example"]
    assert post_sites(owner, session, "")[0] == 200
    assert Client().get(f"{EVENT}frame/").status_code == 404
    assert AuditEntry.objects.filter(verb=AuditAction.SET_FRAMING_SITES).count() == 2


@pytest.mark.parametrize("role", ["director", "scorer"])
def test_only_owners_choose_embedding_sites(session: Session, role: str) -> None:
    assert post_sites(client_in_role(role, session), session, "example.org")[0] == 404
    assert Club.objects.get().framed_by == []
