"""Every URL answers every role as docs/developers/addresses-by-role.md says."""

from copy import copy
from pathlib import Path

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.web.every_url import client_in_role, filled_urls, session
from tournaments.models import Session

pytestmark = pytest.mark.django_db

__all__ = ["session"]  # the evening of the table is the one whose secrets are kept

PAGE = Path(__file__).parents[2] / "docs" / "developers" / "addresses-by-role.md"
ROLES = (
    "anybody",
    "stranger",
    "other venue",
    "venue scorer",
    "venue director",
    "scorer",
    "director",
    "owner",
)
SIGN_IN = "sign in"


def documented_access() -> dict[tuple[str, str], dict[str, str]]:
    """Return the documented access of each role, by URL name and method."""
    cells = [
        line.strip().strip("|").split("|")
        for line in PAGE.read_text().splitlines()
        if "| `" in line
    ]
    return {
        (row[0].strip(" `"), row[1].strip()): dict(
            zip(ROLES, map(str.strip, row[2:10]), strict=True)
        )
        for row in cells
    }


def first_urls(session: Session) -> dict[str, str]:
    """Return one URL for each URL name of the pages."""
    pages = [(name, url) for name, url in filled_urls(session, [1]) if not url.startswith("/api/")]
    return dict(reversed(pages))


def access_cell(response: HttpResponse) -> str:
    """Return a response in the words of the documented table."""
    to_sign_in = response.status_code == 302 and response.headers["Location"].startswith(
        reverse("sign_in")
    )
    return SIGN_IN if to_sign_in else str(response.status_code)


def request_status(client: Client, method: str, url: str) -> str:
    """Return the status of a request, rolled back in the database and the client."""
    cookies = copy(client.cookies)
    with transaction.atomic():
        response = access_cell(client.generic(method, url))
        transaction.set_rollback(True)
    client.cookies = cookies
    return response


def test_table_of_roles_lists_exactly_the_url_names(session: Session) -> None:
    assert {name for name, _method in documented_access()} == first_urls(session).keys()


@pytest.mark.thorough
def test_table_of_roles_covers_every_view_that_accepts_post(session: Session) -> None:
    owner, documented = client_in_role("owner", session), documented_access()
    for name, url in first_urls(session).items():
        accepts_post = request_status(owner, "POST", url) != "405"
        assert accepts_post == ((name, "POST") in documented), name
        assert accepts_post or (name, "GET") in documented, name


@pytest.mark.long
@pytest.mark.daily(2)
@pytest.mark.parametrize("role", ROLES)
def test_view_answers_every_role_as_documented(session: Session, role: str) -> None:
    client, urls = client_in_role(role, session), first_urls(session)
    expected = {key: row[role] for key, row in documented_access().items()}
    answers = {
        (name, method): request_status(client, method, urls[name]) for name, method in expected
    }
    assert answers == expected
