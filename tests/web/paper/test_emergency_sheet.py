"""The emergency sheet: four cases with four steps each, true of this installation."""

import re

import pytest
from django.conf import settings as site
from django.core.management import get_commands
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import desk_url, signed_in
from tournaments.models import Session
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.network import local_network_address

pytestmark = [pytest.mark.django_db, pytest.mark.once]
MAKEFILE = (site.BASE_DIR / "Makefile").read_text()
HANDBOOK = (site.BASE_DIR / "docs" / "clubs" / "emergency.md").read_text()


@pytest.fixture(params=[20, 0], ids=["laptop", "server"])
def backup_count(request: pytest.FixtureRequest, settings) -> int:
    """Set the number of automatic backups: some on a laptop, none on a server."""
    settings.MAX_BACKUPS = request.param
    return settings.MAX_BACKUPS


@pytest.fixture
def session(client: Client) -> Session:
    """Return a session of three tables, with its director signed in."""
    session, director = evening.started(6, round_count=3)
    signed_in(client, director)
    return session


def sheet(
    client: Client, session: Session, url_name: str = "emergency_sheet", language: str = "en"
) -> str:
    response = client.get(desk_url(session, url_name), headers={"accept-language": language})
    return (
        response.content.decode()
        .partition('class="sheet worst-evening"')[2]
        .partition("</main>")[0]
    )


@pytest.mark.parametrize("language", [code for code, _name in site.LANGUAGES])
def test_emergency_sheet_has_four_steps_for_each_of_four_cases(
    client: Client, session: Session, backup_count: int, language: str
) -> None:
    page = sheet(client, session, language=language)
    mishaps = page.split('class="mishap"')[1:]
    assert [mishap.count("<li>") for mishap in mishaps] == [4, 4, 4, 4]
    assert session.stage.event.name in page


def commands(text: str) -> set[str]:
    return set(re.findall(r"manage\.py (\w+)", text))


def test_emergency_sheet_names_only_existing_commands(
    client: Client, session: Session, backup_count: int
) -> None:
    named = commands(sheet(client, session))
    assert named >= ({"backup", "restore", "password"} if backup_count else {"backup", "password"})
    assert named <= set(get_commands())
    targets = re.findall(r"<code>make ([\w-]+)", sheet(client, session))
    assert bool(targets) == bool(backup_count)
    assert all(f"\n{target}:" in MAKEFILE for target in targets)


def test_emergency_sheet_agrees_with_the_page_for_clubs(
    client: Client, session: Session, settings
) -> None:
    chapter = HANDBOOK.partition("\n## Emergency sheet\n")[2]
    assert {"restore", "password"} == commands(chapter)
    settings.MAX_BACKUPS = 20
    page = sheet(client, session)
    titles = re.findall(r"- \*\*(.+?)\.\*\*", chapter)
    assert titles[:3] == re.findall(r"<h3>(.+?)</h3>", page)[:3]


def test_emergency_sheet_uses_the_titles_of_desk_pages(
    client: Client, session: Session, backup_count: int
) -> None:
    quoted_titles = set(re.findall(r"“(.+?)”", sheet(client, session)))
    assert quoted_titles == ({"Poster", "Type slips"} if backup_count else {"Type slips"})
    page_titles = [
        client.get(desk_url(session, url_name)).content.decode()
        for url_name in ("event_desk", "paper")
    ]
    assert all(f">{name}</a>" in "".join(page_titles) for name in quoted_titles)


def test_emergency_sheet_follows_the_table_sheets(
    client: Client, session: Session, backup_count: int
) -> None:
    page = client.get(desk_url(session, "table_sheets")).content.decode()
    assert re.findall(r'class="sheet ([\w-]+)', page) == ["for-table"] * 3 + ["worst-evening"]
    assert sheet(client, session, "table_sheets") == sheet(client, session)
    assert (
        f'href="{desk_url(session, "emergency_sheet")}"'
        in client.get(desk_url(session, "paper")).content.decode()
    )


def test_emergency_sheet_contains_no_private_data(
    client: Client, session: Session, backup_count: int, settings
) -> None:
    page = sheet(client, session)
    assert settings.SECRET not in page
    assert str(settings.BASE_DIR) not in page
    assert "director-club-manilla" not in page
    assert "password director" not in page
    assert not [table for table in session.sections.get().tables.all() if code_of(table) in page]
    assert ("the site’s administrator" in page) is (backup_count == 0)


def test_emergency_sheet_has_the_address_for_phones(
    client: Client, session: Session, settings
) -> None:
    settings.SITE_HOSTS = []
    host = local_network_address() or "localhost"
    page = client.get(
        desk_url(session, "emergency_sheet"), headers={"host": "localhost:8000"}
    ).content.decode()
    assert f"<b>{host}:8000/t</b>" in page
    assert f"<b>{host}:8000{desk_url(session)}".rstrip("/") in page


def test_emergency_sheet_names_outside_folders_without_their_path(
    client: Client, session: Session, settings, tmp_path
) -> None:
    settings.MAX_BACKUPS, settings.DATA_DIR = 20, tmp_path / "evenings"
    settings.BACKUPS_DIR = tmp_path / "stick"
    page = sheet(client, session)
    assert (
        "all data are in evenings; latest.manilla, the backup of each round, is in stick or" in page
    )
    assert "MANILLA_DATA is set here" in page
    assert str(tmp_path) not in page
    settings.DATA_DIR = settings.BASE_DIR / "var"
    settings.BACKUPS_DIR = settings.DATA_DIR / "backups"
    page = sheet(client, session)
    assert "in var/backups or" in page
    assert "MANILLA_DATA" not in page
