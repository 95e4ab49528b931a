"""URLs in the documentation exist."""

import re
from collections.abc import Iterator

import pytest
from django.urls import Resolver404, resolve

from tests.conftest import ROOT

ON_THE_MACHINE = ("/etc/", "/tmp")  # noqa: S108, a name in the documentation
PLACEHOLDERS = {
    "CLUB": "club-manilla",
    "EVENT": "campionat",
    "N": "1",
    "SHEET": "standings",
    "KIND": "csv",
}
NAMED = re.compile(
    r"`(/[A-Za-z][^\s`]*)`|\$API(/[^\s`\"']*)|https?://manilla\.example(/[^\s`\"']*)"
)
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]


def addresses_in(text: str) -> Iterator[str]:
    """Return every URL of a page, with a value for each word in capitals."""
    for on_site, in_api, with_host in NAMED.findall(text):
        address = f"/api/v1{in_api}" if in_api else on_site or with_host
        if not address.startswith(ON_THE_MACHINE):
            path = address.partition("?")[0].rstrip(",.")
            yield re.sub(r"[A-Z]{2,}|\bN\b", lambda word: PLACEHOLDERS.get(word[0], "1"), path)


def test_every_url_in_the_documentation_exists() -> None:
    missing = []
    for page in PAGES:
        for address in addresses_in(page.read_text(encoding="utf-8")):
            try:
                resolve(address)
            except Resolver404:
                missing.append(f"{page.relative_to(ROOT)}: {address}")
    assert missing == []


def test_check_finds_an_unknown_url() -> None:
    (address,) = addresses_in("at `/CLUB/EVENT/downloads/SHEET.KIND`, in `/etc/manilla.env`")
    assert address == "/club-manilla/campionat/downloads/standings.csv"
    with pytest.raises(Resolver404):
        resolve(address)
