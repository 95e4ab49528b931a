"""`/.well-known/security.txt` names the security contact, as RFC 9116 describes."""

from datetime import datetime, timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

ADDRESS = "/.well-known/security.txt"


def test_security_txt_does_not_exist_without_a_contact(client: Client) -> None:
    with override_settings(SECURITY_CONTACT=""):
        assert client.get(ADDRESS).status_code == 404


@pytest.mark.parametrize(
    ("contact", "contact_line"),
    [
        ("security@example.org", "mailto:security@example.org"),
        ("mailto:security@example.org", "mailto:security@example.org"),
        ("https://example.org/security", "https://example.org/security"),
    ],
)
def test_security_txt_names_the_contact_and_expires_within_a_year(
    client: Client, contact: str, contact_line: str
) -> None:
    with override_settings(SECURITY_CONTACT=contact):
        response = client.get(ADDRESS)
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert fields["Contact"] == contact_line
    assert fields["Preferred-Languages"] == "ca, es, en, ja"
    time_left = datetime.fromisoformat(fields["Expires"]) - timezone.now()
    assert timedelta(days=150) < time_left < timedelta(days=365)
    assert len(fields) == 3


def test_security_txt_rejects_post(client: Client) -> None:
    with override_settings(SECURITY_CONTACT="security@example.org"):
        assert client.post(ADDRESS).status_code == 405
