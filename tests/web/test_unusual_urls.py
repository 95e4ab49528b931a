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
    """Yield every URL that contains numbers, once for each number, with it replaced by a text."""
    for url in url_by_name(session).values():
        for match in _NUMBER.finditer(url):
            yield url[: match.start()] + text + url[match.end() :]


@pytest.mark.thorough
def test_long_number_in_a_url_causes_no_server_error(session: Session) -> None:
    owner = client_in_role("owner", session)
    for digit_count in (MAX_DIGITS, 19, 40):
        for url in urls_with_numbers_replaced("9" * digit_count, session):
            response = owner.get(url)
            assert response.status_code in {302, 404, 405}, url
            assert ("/api/" in url) == ("json" in response.headers["Content-Type"]), (
                f"{url}: errors of the API, and no others, are JSON"
            )


@pytest.mark.thorough
def test_any_text_in_a_url_causes_no_server_error(session: Session) -> None:
    owner = client_in_role("owner", session)
    for text in ("%0A", "1%0A", "%00", "%EF%BC%91"):
        for url in urls_with_numbers_replaced(text, session):
            assert owner.get(url).status_code == 404, url


@pytest.mark.thorough
def test_long_number_in_a_query_string_causes_no_server_error(session: Session) -> None:
    owner, long_number = client_in_role("owner", session), "9" * 5000
    query_string = "&".join(
        f"{name}={long_number}"
        for name in ("page", "page_size", "board", "other", "seen", "version")
    )
    for url in url_by_name(session).values():
        assert owner.get(f"{url}?{query_string}").status_code < 500, url
