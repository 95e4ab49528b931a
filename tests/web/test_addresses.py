"""Unusual values in URLs get an error page, never a server error."""

import re
from collections.abc import Iterator

import pytest

from games.strict_json import MAX_DIGITS
from tests.web.every_url import client_in_role, session, url_by_name
from tournaments.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.once]

__all__ = ["session"]

_NUMBER = re.compile(r"(?<=/)[0-9]+(?=/|$)")


def urls_with_numbers_replaced(text: str, session: Session) -> Iterator[str]:
    """Return the URL of every view with each number replaced by another text."""
    for address in url_by_name(session).values():
        for match in _NUMBER.finditer(address):
            yield address[: match.start()] + text + address[match.end() :]


@pytest.mark.thorough
def test_long_number_in_a_url_causes_no_server_error(session: Session) -> None:
    owner = client_in_role("owner", session)
    for digits in (MAX_DIGITS, 19, 40):
        for address in urls_with_numbers_replaced("9" * digits, session):
            response = owner.get(address)
            assert response.status_code in {302, 404, 405}, address
            assert ("/api/" in address) == ("json" in response.headers["Content-Type"]), address


@pytest.mark.thorough
def test_any_text_in_a_url_causes_no_server_error(session: Session) -> None:
    owner = client_in_role("owner", session)
    for text in ("%0A", "1%0A", "%00", "%EF%BC%91"):
        for address in urls_with_numbers_replaced(text, session):
            assert owner.get(address).status_code == 404, address


@pytest.mark.thorough
def test_long_number_in_a_query_string_causes_no_server_error(session: Session) -> None:
    owner, long = client_in_role("owner", session), "9" * 5000
    asked = "&".join(
        f"{name}={long}" for name in ("page", "page_size", "board", "other", "seen", "version")
    )
    for address in url_by_name(session).values():
        assert owner.get(f"{address}?{asked}").status_code < 500, address
