"""Pages of a session in three sections, each with its own table labels and rounds."""

import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.api.clients import Api, at_table, member
from tests.scenes.divided_session import (
    dealt_in_sections,
    play_rounds_of_section,
    section_of,
    started_in_sections,
    table_of,
)
from tests.scenes.evening import enter
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, signed_in
from tournaments.actions.calls.calls import call_director
from tournaments.models import AuditAction, AuditEntry, Call, Membership, Play, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.score_slips import find_slip
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating, round_of_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_and_director(client: Client) -> tuple[Session, Actor]:
    """Start three sections, and sign the director in.

    Section A is in round 3, B is in round 1, and Vic has played all its rounds.
    """
    session, director = started_in_sections()
    play_rounds_of_section(session, "A", 2, director)
    play_rounds_of_section(session, "Vic", 3, director)
    signed_in(client, director)
    return session, director


def page_text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def public_url(session: Session, url_name: str) -> str:
    event = session.stage.event
    return reverse(url_name, args=[event.club.slug, event.slug])


def first_current_play(table: Table) -> Play:
    plays = Play.objects.filter(seating=current_seating(table)).select_related(
        "seating__table", "board"
    )
    return plays.earliest("board__number")


def poll_url(page: str) -> str:
    match = re.search(r'id="room"[^>]* hx-get="([^"]+)"', page)
    assert match
    return match[1].replace("&amp;", "&")


def test_desk_shows_each_section_with_the_button_that_ends_its_round(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    page = page_text(client, desk_url(session))
    assert re.findall(r"<h2[^>]*>\s*(A|B|Vic)\b", page) == ["A", "B", "Vic"]
    assert "A: end round 3" in page
    assert "B: end round 1" in page
    assert page.count("All rounds of this section are over.") == 1
    assert "Finish the evening<" not in page, "two sections are still playing"
    rows = re.findall(r'<th role="rowheader" scope="row">([^<]+)</th>', page)
    assert rows == ["A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "Vic 1", "Vic 2", "Vic 3"]


def test_round_ends_in_its_section_only(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    poll_url_before = poll_url(page_text(client, desk_url(session)))
    playing = round_of_section(section_of(session, "B"))
    assert playing
    response = client.post(desk_url(session, "round_end", playing.pk), follow=True)
    assert "B: round 1 has ended. Round 2 has begun." in response.content.decode()
    assert "Round 3 begins at once." in response.content.decode()
    audit_entry = AuditEntry.objects.filter(verb=AuditAction.END_ROUND).latest("pk")
    assert (audit_entry.data["round"], audit_entry.data["section"]) == (1, "B")
    rounds = [round_of_section(section_of(session, name)) for name in ("A", "B")]
    assert [round_ and round_.number for round_ in rounds] == [3, 2]
    response = client.get(poll_url_before)
    assert response.headers.get("HX-Refresh") == "true", "the page shows an old next step"


def test_sections_are_polled_together_once_something_has_changed(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    poll = poll_url(page_text(client, desk_url(session)))
    assert client.get(poll).status_code == 204
    enter(first_current_play(table_of(session, "B", 2)), RESULT, ("ns",))
    fragment = page_text(client, poll)
    assert re.findall(r'id="(room-\d)"', fragment) == ["room-1", "room-2", "room-3"]
    assert poll_url(fragment) != poll


@pytest.mark.thorough
def test_session_is_finished_once_no_section_plays(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    play_rounds_of_section(session, "A", 3, director)
    assert "Finish the evening<" not in page_text(client, desk_url(session))
    play_rounds_of_section(session, "B", 5, director)
    assert "Finish the evening<" in page_text(client, desk_url(session))
    client.post(desk_url(session, "session_finish"))
    assert "Every board" in page_text(client, desk_url(session))


def test_phone_shows_the_label_of_its_table(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    for name, label in (("A", "A2"), ("B", "B2"), ("Vic", "Vic 2")):
        table = table_of(session, name, 2)
        phone = Client()
        phone.post(reverse("table_side", args=[code_of(table)]), {"holder": "table"})
        page = page_text(phone, reverse("table", args=[code_of(table)]))
        assert f"Table {label}" in page
        assert "Table 2" not in page
    assert "The last round has ended." in page


def test_score_slips_are_typed_by_table_label(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    page = page_text(client, desk_url(session, "typing") + "?round=1&table=b2")
    assert "Round 1, table B2" in page
    assert 'name="table" class="number" inputmode="text"' in page
    slip = find_slip(session.sections.all(), 1, "B2")
    assert slip
    typed = {
        f"{play.pk}-{field}": value
        for play in slip.plays.all()
        for field, value in RESULT.items()
        if value != "no"
    }
    response = client.post(
        desk_url(session, "typing") + "?round=1&table=B2", {"key": "once", **typed}, follow=True
    )
    assert response.redirect_chain == [(desk_url(session, "typing") + "?round=1&table=B3", 302)]
    assert "Stored: round 1, table B2" in response.content.decode()


def test_space_in_a_table_label_is_escaped_in_the_url_of_its_slip(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    Play.objects.filter(seating__table=table_of(session, "Vic", 3)).update(state="due")
    page = page_text(client, desk_url(session, "typing"))
    assert "?round=1&amp;table=Vic%203" in page


def test_rounds_page_has_unique_ids_and_a_heading_for_each_section(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    page = page_text(client, public_url(session, "rounds"))
    count_by_id = Counter(re.findall(r' id="([^"]+)"', page))
    assert [element_id for element_id, count in count_by_id.items() if count > 1] == []
    for anchor in re.findall(r'href="#([^"]+)"', page):
        assert anchor == "main" or anchor in count_by_id, anchor
    headings = re.findall(r"Round (\d)(?:</h2>)? · (\w+)", page)
    assert sorted(headings)[:4] == [("1", "A"), ("1", "B"), ("1", "Vic"), ("2", "A")]
    assert page.count("Table A1<") == 5
    assert page.count("Table Vic 3<") == 3


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "url_name", ["table_sheets", "movement_cards", "score_slips", "printed_results"]
)
def test_printed_sheets_name_every_table_by_its_label(
    client: Client, session_and_director: tuple[Session, Actor], url_name: str
) -> None:
    session, _director = session_and_director
    visible_text = re.sub(r"<[^>]+>", " ", page_text(client, desk_url(session, url_name)))
    for label in ("A1", "A5", "B3", "Vic 1"):
        assert re.search(rf"\b{label}\b", visible_text), label


def test_open_problems_name_tables_by_their_label(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    play = first_current_play(table_of(session, "B", 2))
    enter(play, RESULT, ("ns",))
    enter(play, OTHER_RESULT, ("ew",))
    assert f"Board {play.board.number}, table B2" in page_text(client, desk_url(session))
    decided = {"kind": "ruling", "reason": "heard", "replaces": 2, "key": "once", **RESULT}
    response = client.post(desk_url(session, "desk_play", play.pk), decided, follow=True)
    assert f"Board {play.board.number}, table B2: " in response.content.decode()


@pytest.mark.thorough
def test_call_and_audit_name_the_table_by_its_label(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    table = table_of(session, "Vic", 1)
    call_director(table, Call.Reason.values[0], "", Actor.of_table(table.pk, "phone", ""), "once")
    assert "Table Vic 1 is calling the director" in page_text(client, desk_url(session))
    assert AuditEntry.objects.get(verb=AuditAction.CALL_DIRECTOR).data["table"] == "Vic 1"
    membership = Membership.objects.get(user=director.user_id)
    Membership.objects.filter(pk=membership.pk).update(role=Membership.Role.OWNER)
    assert "Table Vic 1" in page_text(client, reverse("audit", args=[session.stage.event.club_id]))


def test_api_returns_number_and_label_of_a_table(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    tables = member(director).all(f"sessions/{session.pk}/tables/")
    assert [(table["section"], table["number"], table["label"]) for table in tables][4:6] == [
        (1, 5, "A5"),
        (2, 1, "B1"),
    ]
    playing = round_of_section(section_of(session, "B"))
    assert playing
    seatings = Api().all(f"rounds/{playing.pk}/seatings/")
    assert [(seating["table"], seating["table_label"]) for seating in seatings] == [
        (1, "B1"),
        (2, "B2"),
        (3, "B3"),
    ]
    table = table_of(session, "B", 2)
    api_play = at_table(table).read(f"plays/{first_current_play(table).pk}/")
    assert (api_play["table"], api_play["table_label"]) == (2, "B2")


def test_boards_are_assigned_to_a_table_of_any_section_that_shares_them(client: Client) -> None:
    session, director = dealt_in_sections()
    signed_in(client, director)
    client.post(desk_url(session, "board_preparation"), {"makers": "tables"})
    page = page_text(client, desk_url(session, "board_preparation"))
    assert "Missing at tables A" in page
    table = table_of(session, "Vic", 3)
    response = client.post(
        desk_url(session, "assign_board_preparation", 1), {"table": table.pk}, follow=True
    )
    assert "Table Vic 3 makes up board 1." in response.content.decode()
