"""The sheet for the worst evening: four mishaps, four steps each, and true of this installation."""

import re

import pytest
from django.conf import settings as site
from django.core.management import get_commands
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import desk_url, signed_in
from tournaments.models import Session
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.network import network_address

pytestmark = [pytest.mark.django_db, pytest.mark.once]
MAKEFILE = (site.BASE_DIR / "Makefile").read_text()
OPERATIONS = (site.BASE_DIR / "docs" / "operators" / "operations.md").read_text()


@pytest.fixture(params=[20, 0], ids=["laptop", "server"])
def kept(request: pytest.FixtureRequest, settings) -> int:
    """How many backups the installation keeps: a laptop some, a server none."""
    settings.MAX_BACKUPS = request.param
    return settings.MAX_BACKUPS


@pytest.fixture
def session(client: Client) -> Session:
    """An evening of three tables, with its director signed in."""
    session, director = evening.started(6, rounds=3)
    signed_in(client, director)
    return session


def sheet(
    client: Client, session: Session, page: str = "worst_evening", language: str = "en"
) -> str:
    answer = client.get(desk_url(session, page), headers={"accept-language": language})
    return (
        answer.content.decode().partition('class="sheet worst-evening"')[2].partition("</main>")[0]
    )


@pytest.mark.parametrize("language", [code for code, _name in site.LANGUAGES])
def test_four_mishaps_have_four_steps_each(
    client: Client, session: Session, kept: int, language: str
) -> None:
    page = sheet(client, session, language=language)
    mishaps = page.split('class="mishap"')[1:]
    assert [mishap.count("<li>") for mishap in mishaps] == [4, 4, 4, 4]
    assert session.stage.event.name in page


def commands(text: str) -> set[str]:
    return set(re.findall(r"manage\.py (\w+)", text))


def test_every_command_on_it_is_real(client: Client, session: Session, kept: int) -> None:
    named = commands(sheet(client, session))
    assert named >= ({"backup", "restore", "password"} if kept else {"backup", "password"})
    assert named <= set(get_commands())
    targets = re.findall(r"<code>make ([\w-]+)", sheet(client, session))
    assert bool(targets) == bool(kept)
    assert all(f"\n{target}:" in MAKEFILE for target in targets)


def test_the_handbook_says_the_same(client: Client, session: Session, settings) -> None:
    chapter = OPERATIONS.partition("\n## Emergency sheet\n")[2].partition("\n## ")[0]
    assert {"restore", "password"} == commands(chapter)
    settings.MAX_BACKUPS = 20
    page = sheet(client, session)
    titles = re.findall(r"- \*\*(.+?)\.\*\*", chapter)
    assert titles[:3] == re.findall(r"<h3>(.+?)</h3>", page)[:3]


def test_it_names_the_pages_of_the_desk_as_they_are_called(
    client: Client, session: Session, kept: int
) -> None:
    said = set(re.findall(r"“(.+?)”", sheet(client, session)))
    assert said == ({"Poster", "Type slips"} if kept else {"Type slips"})
    shown = [
        client.get(desk_url(session, page)).content.decode() for page in ("event_desk", "paper")
    ]
    assert all(f">{name}</a>" in "".join(shown) for name in said)


def test_it_is_the_last_of_the_table_sheets_and_offered_beside_them(
    client: Client, session: Session, kept: int
) -> None:
    page = client.get(desk_url(session, "table_sheets")).content.decode()
    assert re.findall(r'class="sheet ([\w-]+)', page) == ["for-table"] * 3 + ["worst-evening"]
    assert sheet(client, session, "table_sheets") == sheet(client, session)
    assert (
        f'href="{desk_url(session, "worst_evening")}"'
        in client.get(desk_url(session, "paper")).content.decode()
    )


def test_it_says_nothing_that_a_bar_may_not_read(
    client: Client, session: Session, kept: int, settings
) -> None:
    page = sheet(client, session)
    assert settings.SECRET not in page
    assert str(settings.BASE_DIR) not in page
    assert "director-club-manilla" not in page
    assert "password director" not in page
    assert not [table for table in session.sections.get().tables.all() if code_of(table) in page]
    assert ("the site’s administrator" in page) is (kept == 0)


def test_it_names_the_address_by_which_phones_reach_the_laptop(
    client: Client, session: Session, settings
) -> None:
    settings.SITE_HOSTS = []
    here = network_address() or "localhost"
    answer = client.get(
        desk_url(session, "worst_evening"), headers={"host": "localhost:8000"}
    ).content.decode()
    assert f"<b>{here}:8000/t</b>" in answer
    assert f"<b>{here}:8000{desk_url(session)}".rstrip("/") in answer


def test_what_lies_elsewhere_is_called_by_its_name_alone(
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
