"""Error pages are in the reader's language and show no traceback."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import path, reverse
from django.utils import translation

from tests import messages
from tournaments.web.urls import urlpatterns as site_urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def broken_view(_request: object) -> None:
    raise RuntimeError("a secret")


urlpatterns = [path("broken/", broken_view), *site_urlpatterns]


@pytest.mark.parametrize("language", ["en", *messages.LANGUAGES])
def test_unknown_url_gets_a_404_page_in_the_readers_language(language: str) -> None:
    response = Client(headers={"accept-language": language}).get("/nobody/nothing/")
    page = response.content.decode()
    assert response.status_code == 404
    assert f'<html lang="{language}"' in page
    assert 'href="/t/"' in page


def test_get_of_a_post_only_url_gets_a_405_page_with_a_link() -> None:
    post_only_url = reverse("table_call_withdraw", args=["UB-ABC-DEF", 1])
    response = Client(headers={"accept-language": "ca"}).get(post_only_url)
    page = response.content.decode()
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")
    assert '<html lang="ca"' in page
    assert 'href="/t/"' in page
    assert Client().get(post_only_url, headers={"HX-Request": "true"}).content == b""


def test_form_without_a_valid_csrf_token_stores_nothing_and_says_so() -> None:
    response = Client(enforce_csrf_checks=True).post("/t/", {"code": "1"})
    assert response.status_code == 403
    assert "Nothing was saved" in response.content.decode()


@pytest.mark.parametrize("language", ["en", *messages.LANGUAGES])
@pytest.mark.parametrize("template", ["500.html", "database_away.html", "many_readers.html"])
def test_server_error_page_has_one_link_and_needs_no_database(
    template: str,
    language: str,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    with translation.override(language), django_assert_num_queries(0):
        page = render_to_string(template, {"sentence": "The site is busy."})
    assert f'<html lang="{language}"' in page
    assert page.count('class="button primary"') == 1


@override_settings(ROOT_URLCONF=__name__)
def test_server_error_page_reveals_no_details() -> None:
    response = Client(raise_request_exception=False).get("/broken/")
    assert response.status_code == 500
    assert "a secret" not in response.content.decode()
    assert "An error occurred" in response.content.decode()
