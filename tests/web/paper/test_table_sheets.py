"""What the director prints."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import desk_url, first_play, signed_in
from tournaments.models import AuditAction, AuditEntry, Seed, Table
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.network import network_address

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HAND = re.compile(r'<span class="ranks">')


def test_a_sheet_for_every_table_with_its_code(client: Client) -> None:
    session, director = evening.started(6, rounds=3)
    page = signed_in(client, director).get(desk_url(session, "table_sheets")).content.decode()
    tables = Table.objects.filter(section__session=session).select_related("section")
    assert page.count('<svg viewBox="') >= len(tables)
    assert page.count('class="qr"') == len(tables) == 3
    assert all(code_of(table) in page for table in tables)
    assert "http://testserver/t/" in page


def test_nothing_to_print_before_the_deal(client: Client) -> None:
    session, director = evening.created(6, rounds=3)
    signed_in(client, director)
    answer = client.get(desk_url(session, "table_sheets"), follow=True)
    assert "deal the session first" in answer.content.decode()
    assert "No hands yet" in client.get(desk_url(session, "hand_slips")).content.decode()
    refused = client.post(desk_url(session, "hand_slips"))
    assert refused.status_code == 422
    assert "once the session is dealt" in refused.content.decode()


def test_slips_leave_by_posting_only_and_are_written_down(client: Client) -> None:
    session, director = evening.started(6, rounds=3, boards_per_round=1)
    signed_in(client, director)
    assert not HAND.search(client.get(desk_url(session, "hand_slips")).content.decode())
    assert not AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).exists()
    page = client.post(desk_url(session, "hand_slips")).content.decode()
    assert page.count('class="slip"') == 4 * session.boards.count()
    assert AuditEntry.objects.get(verb=AuditAction.PRINT_SLIPS).user_id == director.user_id


def test_no_page_of_the_desk_tells_seed_or_hand(client: Client) -> None:
    session, director = evening.started(6, rounds=3)
    signed_in(client, director)
    pages = [
        desk_url(session),
        desk_url(session, "table_sheets"),
        desk_url(session, "desk_play", first_play(session).pk),
    ]
    for page in (client.get(each).content.decode() for each in pages):
        assert Seed.objects.get(session=session).hex not in page
        assert not HAND.search(page)


def test_hands_are_printed_high_to_low(client: Client) -> None:
    session, director = evening.started(6, rounds=3, boards_per_round=1)
    page = signed_in(client, director).post(desk_url(session, "hand_slips")).content.decode()
    strength = ["9", "1", "12", "11", "10", "8", "7", "6", "5", "4", "3", "2"]
    rows = [
        re.findall(r"<span>(\d+)</span>", row) for row in page.split('<span class="ranks">')[1:]
    ]
    assert sum(map(len, rows)) == 48 * session.boards.count()
    for row in rows:
        assert [rank for rank in strength if rank in row] == row


def test_the_poster_tells_phones_the_address_of_this_moment(client: Client) -> None:
    session, director = evening.started(6, rounds=3)
    page = signed_in(client, director).get(
        desk_url(session, "poster"), headers={"host": "192.0.2.44:8000"}
    )
    assert ">192.0.2.44:8000/t<" in page.content.decode()
    assert page.content.decode().count('class="qr"') == 1


def test_phones_are_not_sent_to_localhost_where_there_is_a_network(
    client: Client, settings
) -> None:
    settings.SITE_HOSTS = []
    here = network_address() or "localhost"
    session, director = evening.started(6, rounds=3)
    signed_in(client, director)
    for name in ("poster", "table_sheets"):
        page = client.get(
            desk_url(session, name), headers={"host": "localhost:8000"}
        ).content.decode()
        assert f"{here}:8000/t" in page


def test_a_site_that_knows_its_names_keeps_to_them(client: Client, settings) -> None:
    settings.SITE_HOSTS = ["localhost"]
    session, director = evening.started(6, rounds=3)
    page = signed_in(client, director).get(
        desk_url(session, "poster"), headers={"host": "localhost:8000"}
    )
    assert ">localhost:8000/t<" in page.content.decode()
