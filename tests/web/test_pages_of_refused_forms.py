"""A page that answers a refused form links to real pages."""

import re
from copy import copy

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests.web.test_roles import first_addresses, rows
from tests.web.test_secrets import session, visitor
from tournaments.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.once]

__all__ = ["session"]  # the evening on which every address is asked

# A form or link that leads to the URL of the page itself, which answers no GET here.
WITHOUT_ADDRESS = re.compile(r'<form(?![^>]*\baction="[^"])[^>]*>|href="\?[^"]*"')


def posted(client: Client, address: str) -> HttpResponse:
    """Return the response to an empty form, rolled back in database and client."""
    cookies = copy(client.cookies)
    with transaction.atomic():
        answer = client.post(address)
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def test_refused_form_shows_no_link_or_form_that_leads_to_its_own_address(
    session: Session,
) -> None:
    owner, addresses = visitor("owner", session), first_addresses(session)
    wrong_links, pages = {}, 0
    for name in [name for name, method in rows() if method == "POST"]:
        if owner.get(addresses[name]).status_code != 405:
            continue
        answer = posted(owner, addresses[name])
        if answer.status_code == 302 or "text/html" not in answer.headers.get("Content-Type", ""):
            continue
        pages += 1
        if leads_nowhere := WITHOUT_ADDRESS.findall(answer.content.decode()):
            wrong_links[name] = leads_nowhere
    assert pages > 10
    assert wrong_links == {}
