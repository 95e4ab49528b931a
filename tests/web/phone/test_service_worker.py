"""Caching on phones: static files for good by version, the service worker never."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from config.static_files import strip_comments
from tests.scenes.evening import started
from tournaments.models import Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.once


def content_and_cache_control(client: Client, url: str) -> tuple[str, str]:
    """Return the response of a URL and how long it may be cached."""
    response = client.get(url)
    content = b"".join(response) if response.streaming else response.content
    return content.decode(), response.headers["Cache-Control"]


def test_static_file_is_immutable_only_under_its_hashed_url() -> None:
    url = staticfiles_storage.url("offline_pages.js")
    assert re.fullmatch(r"/static/offline_pages\.js\?v=[0-9a-f]{12}", url)
    content, cached = content_and_cache_control(Client(), url)
    assert content.splitlines()[-1] == Path("static/offline_pages.js").read_text().splitlines()[-1]
    assert "immutable" in cached
    for other_url in ("/static/offline_pages.js", "/static/offline_pages.js?v=000000000000"):
        assert "immutable" not in content_and_cache_control(Client(), other_url)[1]


def test_scripts_and_style_sheets_are_sent_without_comments() -> None:
    script, style = (
        content_and_cache_control(Client(), staticfiles_storage.url(name))[0]
        for name in ("app.js", "app.css")
    )
    assert "addEventListener" in script
    assert not re.search(r"^\s*(//|/\*\*)", script, re.MULTILINE)
    assert ":root {" in style
    assert "/*" not in style


def test_no_rule_of_a_style_sheet_is_lost_with_its_comments() -> None:
    for path in Path("static").glob("*.css"):
        script = strip_comments(path.name, path.read_bytes())
        rules = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        assert "".join(script.split()) == "".join(rules.split()), path.name


def test_changed_static_file_gets_another_url(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(settings, "DEBUG", True)  # a running installation reads each file once
    url_before = staticfiles_storage.url("queue.js")
    (tmp_path / "queue.js").write_text("changed")
    monkeypatch.setattr("config.static_files.finders.find", lambda name: str(tmp_path / name))
    assert staticfiles_storage.url("queue.js") != url_before


def test_service_worker_is_revalidated_and_knows_what_it_may_store() -> None:
    script, cached = content_and_cache_control(Client(), "/sw.js")
    assert cached == "no-cache"
    first_line = script.splitlines()[0]
    assert '"pages": "/t/"' in first_line
    assert '"files": "/static/"' in first_line
    for reader in ("/sign-in/", "/sign-in/password/", "/sign-in/code/", "/sign-in/second-factor/"):
        assert f'"{reader}"' in first_line
    for uncached_url in (
        "/sign-out/",
        "/desk/account/visits/end/",
        "/desk/account/visits/end-all/",
    ):
        assert f'"{uncached_url}"' in first_line


@pytest.mark.django_db
def test_pages_are_compressed_for_clients_that_accept_it() -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    url = f"/t/{code_of(Table.objects.get(section__session=session, number=1))}/"
    plain, small = Client().get(url), Client().get(url, headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(small.content) < len(plain.content) / 2
