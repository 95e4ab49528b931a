"""What browsers, search engines and link previews request of a site."""

import html
import json
import re
import struct
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.web.public.test_standings_extras import EVENT, finished_session, played

pytestmark = pytest.mark.django_db


def link_preview(client: Client, url: str) -> str:
    page = client.get(url).content.decode()
    match = re.search(r'<meta name="description" content="([^"]*)"', page)
    assert match
    return html.unescape(" ".join(match[1].split()))


def test_robots_txt_disallows_private_pages(client: Client) -> None:
    response = client.get("/robots.txt")
    assert response.headers["Content-Type"].startswith("text/plain")
    lines = response.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /desk/", "Disallow: /t/", "Disallow: /team/", "Disallow: /api/"} == set(
        lines[1:]
    )


def test_favicon_is_at_its_conventional_url(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert (response.status_code, response.headers["Location"].split("?")[0]) == (
        301,
        "/static/mark.svg",
    )


def test_manifest_names_an_existing_start_page_and_icons_of_the_stated_sizes(
    client: Client,
) -> None:
    page = client.get("/").content.decode()
    match = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert match
    response = client.get(match[1])
    assert response.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(b"".join(response))
    assert client.get(manifest["start_url"]).status_code == 200
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in pictures} == {"192x192", "512x512"}
    for icon in pictures:
        content = b"".join(client.get(urljoin(match[1], icon["src"])))
        width, height = struct.unpack(">II", content[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_link_preview_of_a_running_event_describes_it(client: Client) -> None:
    played(1)
    assert link_preview(client, EVENT) == "Campionat · Club Manilla · Botifarra"
    assert "standings, rounds and boards" in link_preview(client, f"{EVENT}rounds/")


def test_link_preview_names_the_winners_once_the_event_is_over(client: Client) -> None:
    finished_session()
    page = client.get(EVENT).content.decode()
    first = re.search(r'won-1\b.*?class="names">(.*?)</th>', page, re.DOTALL)
    assert first
    names = " ".join(html.unescape(strip_tags(first[1])).split())
    assert f"· 1. {names}" in link_preview(client, EVENT)
