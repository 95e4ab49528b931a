"""Table sheets, hand slips and the poster."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import desk_url, first_play, signed_in
from tournaments.models import AuditAction, AuditEntry, Seed, Table
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.network import local_network_address

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HAND = re.compile(r'<span class="ranks">')


def test_every_table_has_a_sheet_with_its_code(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    page = signed_in(client, director).get(desk_url(session, "table_sheets")).content.decode()
    tables = Table.objects.filter(section__session=session).select_related("section")
    assert page.count('<svg viewBox="') >= len(tables)
    assert page.count('class="qr"') == len(tables) == 3
    assert all(code_of(table) in page for table in tables)
    assert "http://testserver/t/" in page


def test_table_sheets_cannot_be_printed_before_the_draw(client: Client) -> None:
    session, director = evening.created(6, round_count=3)
    signed_in(client, director)
    response = client.get(desk_url(session, "table_sheets"), follow=True)
    assert "deal the session first" in response.content.decode()
    assert "No hands yet" in client.get(desk_url(session, "hand_slips")).content.decode()
    response_after = client.post(desk_url(session, "hand_slips"))
    assert response_after.status_code == 422
    assert "once the boards are dealt" in response_after.content.decode()


def test_hand_slips_require_post_and_are_recorded(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=1)
    signed_in(client, director)
    assert not HAND.search(client.get(desk_url(session, "hand_slips")).content.decode())
    assert not AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).exists()
    page = client.post(desk_url(session, "hand_slips")).content.decode()
    assert page.count('class="slip"') == 4 * session.boards.count()
    assert AuditEntry.objects.get(verb=AuditAction.PRINT_SLIPS).user_id == director.user_id


def test_desk_pages_contain_no_seed_or_hand(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    signed_in(client, director)
    pages = [
        desk_url(session),
        desk_url(session, "table_sheets"),
        desk_url(session, "desk_play", first_play(session).pk),
    ]
    for page in (client.get(url).content.decode() for url in pages):
        assert Seed.objects.get(session=session).hex not in page
        assert not HAND.search(page)


def test_hands_are_printed_from_high_to_low(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=1)
    page = signed_in(client, director).post(desk_url(session, "hand_slips")).content.decode()
    strength = ["9", "1", "12", "11", "10", "8", "7", "6", "5", "4", "3", "2"]
    rows = [
        re.findall(r"<span>(\d+)</span>", row) for row in page.split('<span class="ranks">')[1:]
    ]
    assert sum(map(len, rows)) == 48 * session.boards.count()
    for row in rows:
        assert [rank for rank in strength if rank in row] == row


def test_poster_shows_the_current_address_for_phones(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    page = signed_in(client, director).get(
        desk_url(session, "poster"), headers={"host": "192.0.2.44:8000"}
    )
    assert ">192.0.2.44:8000/t<" in page.content.decode()
    assert page.content.decode().count('class="qr"') == 1


def test_phones_get_the_network_address_instead_of_localhost(client: Client, settings) -> None:
    settings.SITE_HOSTS = []
    host = local_network_address() or "localhost"
    session, director = evening.started(6, round_count=3)
    signed_in(client, director)
    for name in ("poster", "table_sheets"):
        page = client.get(
            desk_url(session, name), headers={"host": "localhost:8000"}
        ).content.decode()
        assert f"{host}:8000/t" in page


def test_configured_host_names_are_used_for_phones(client: Client, settings) -> None:
    settings.SITE_HOSTS = ["localhost"]
    session, director = evening.started(6, round_count=3)
    page = signed_in(client, director).get(
        desk_url(session, "poster"), headers={"host": "localhost:8000"}
    )
    assert ">localhost:8000/t<" in page.content.decode()
