"""A page that answers a refused form links to real pages."""

import re
from copy import copy

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests.web.every_url import client_in_role, session
from tests.web.test_roles import documented_access, first_urls
from tournaments.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.once]

__all__ = ["session"]  # fixture: the session of whose rows every URL is requested

# A form or link that leads to the URL of the page itself. That URL answers only POST.
LINK_TO_OWN_URL = re.compile(r'<form(?![^>]*\baction="[^"])[^>]*>|href="\?[^"]*"')


def post_and_roll_back(client: Client, url: str) -> HttpResponse:
    """Return the response to an empty form, rolled back in database and client."""
    cookies = copy(client.cookies)
    with transaction.atomic():
        response = client.post(url)
        transaction.set_rollback(True)
    client.cookies = cookies
    return response


def test_refused_form_shows_no_link_or_form_that_leads_to_its_own_address(
    session: Session,
) -> None:
    owner, urls = client_in_role("owner", session), first_urls(session)
    links_to_own_url, page_count = {}, 0
    for name in [name for name, method in documented_access() if method == "POST"]:
        if owner.get(urls[name]).status_code != 405:
            continue
        response = post_and_roll_back(owner, urls[name])
        if response.status_code == 302 or "text/html" not in response.headers.get(
            "Content-Type", ""
        ):
            continue
        page_count += 1
        if links := LINK_TO_OWN_URL.findall(response.content.decode()):
            links_to_own_url[name] = links
    assert page_count > 10
    assert links_to_own_url == {}
