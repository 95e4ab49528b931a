"""CSRF protection and cache headers of every URL, for a member and for a phone."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.web.every_url import session as session  # a fixture
from tests.web.every_url import url_by_name
from tournaments.models import AuditEntry, Call, Entry, Membership, Session, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

STORED_MODELS = (Entry, Call, Membership, Table, AuditEntry)


def director_client(session: Session, **options: bool) -> Client:
    client = Client(**options)
    name = f"director-{session.stage.event.club.slug}"
    client.force_login(get_user_model().objects.get(username=name))
    return client


def stored_rows() -> list[list[dict[str, object]]]:
    return [list(model.objects.order_by("pk").values()) for model in STORED_MODELS]


@pytest.mark.thorough
def test_form_without_a_csrf_token_changes_nothing(session: Session) -> None:
    """A page of another site can make a browser send everything but the token."""
    client, rows_before, rejected_count = (
        director_client(session, enforce_csrf_checks=True),
        stored_rows(),
        0,
    )
    for name, path in url_by_name(session).items():
        api = path.startswith("/api/")
        response = (
            client.post(path, {"sure": True}, content_type="application/json")
            if api
            else client.post(path)
        )
        # The language is no secret, and cached pages shared by all readers have no token.
        allowed = {302} if name == "set_language" else {403, 404, 405}
        assert response.status_code in allowed, (name, response.status_code)
        rejected_count += response.status_code == 403
    assert rejected_count > 50
    assert stored_rows() == rows_before


@pytest.mark.thorough
def test_response_that_depends_on_the_reader_is_private(session: Session) -> None:
    member, phone, checked = director_client(session), Client(), 0
    code = code_of(Table.objects.select_related("section").earliest("pk"))
    phone.post(reverse("table_side", args=[code]), {"holder": "table"})
    for name, path in url_by_name(session).items():
        for client in (member, phone):
            response = client.get(path)
            cache_control = response.headers.get("Cache-Control", "")
            private = path.startswith(
                ("/desk/", "/t/", "/password/")
            ) or "Cookie" in response.headers.get("Vary", "")
            if response.status_code == 200 and private:
                checked += 1
                assert "private" in cache_control, (name, cache_control)
                assert "public" not in cache_control
                assert ("no-store" in cache_control) >= (
                    client is member and path.startswith("/desk/")
                ), (
                    name,
                    cache_control,
                )
    assert checked > 60


def test_response_to_an_authenticated_program_is_private(session: Session) -> None:
    code = code_of(Table.objects.select_related("section").earliest("pk"))
    response = Client().get("/api/v1/plays/1/", headers={"Authorization": f"Table {code}"})
    assert "private" in response.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/nowhere/", "/nowhere/to-be-found/", "/t/1-ABC-DEF/"])
def test_error_response_is_private_and_varies_by_cookie(path: str) -> None:
    reader = Client()
    reader.cookies["django_language"] = "ca"
    response = reader.get(path)
    assert response.status_code in (404, 422)
    assert "Cookie" in response.headers["Vary"]
    assert "private" in response.headers["Cache-Control"]
