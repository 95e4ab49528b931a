"""Boards prepared at a table and at the desk; no hand reaches the wrong phone."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from games.botifarra.game import Botifarra
from tests.scenes import evening
from tests.scenes.board_preparation import (
    another_table,
    correct_answers,
    deal_for_tables,
    preparing_table,
)
from tests.web.phone.table_pages import CARD, preparation_url
from tests.web.signed_in import RESULT, desk_url, first_play, signed_in
from tournaments.actions.boards.board_preparation import (
    assign_preparation,
    restart_preparation,
    set_preparation_mode,
)
from tournaments.actions.people.players import link_member
from tournaments.actions.rounds.sessions import start_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    BoardPreparation,
    Play,
    Player,
    Session,
    Table,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.board_preparation import board_copies, boards_to_prepare
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


def tables(session: Session) -> Iterator[Table]:
    yield from Table.objects.select_related("section__session__stage__event").filter(
        section__session=session
    )


def face_down(session: Session, number: int) -> bool:
    return next(
        board_copy.is_face_down
        for board_copy in board_copies(session)
        if board_copy.number == number
    )


def open_board(session: Session) -> int:
    """Return a board that its preparing table never plays."""
    return next(
        board_copy.number for board_copy in board_copies(session) if not board_copy.is_face_down
    )


def test_phone_prepares_a_board_of_its_table_until_it_is_ready(client: Client) -> None:
    session, _director = deal_for_tables(round_count=2)
    number = open_board(session)
    table = preparing_table(session, number)
    table_page = client.get(reverse("table", args=[code_of(table)])).content.decode()
    own_url = reverse("table_board_preparation", args=[code_of(table)])
    assert f'href="{own_url}"' in table_page
    assert f'href="{preparation_url(table, number)}"' in client.get(own_url).content.decode()
    response_before = client.get(preparation_url(table, number))
    assert "never play this board" in response_before.content.decode()
    opened_response = client.post(preparation_url(table, number), {"way": "runs"})
    assert "no-store" in opened_response["Cache-Control"]
    assert len(re.findall(r'<p class="run">', opened_response.content.decode())) > 20
    assert CARD.search(opened_response.content.decode())
    form_data = {"way": "runs", "check": "yes"} | correct_answers(session, number, False)
    rejected_response = client.post(preparation_url(table, number), form_data | {"count_W": "11"})
    assert rejected_response.status_code == 422
    assert "West: 12 cards belong there, you counted 11." in rejected_response.content.decode()
    assert "no-store" in rejected_response["Cache-Control"]
    response = client.post(preparation_url(table, number), form_data, follow=True)
    assert response.redirect_chain == [(own_url, 302)]
    assert f"Board {number} is ready." in response.content.decode()
    assert client.post(preparation_url(table, number), {"way": "runs"}).status_code == 422


def test_table_page_changes_when_its_board_is_ready(client: Client) -> None:
    session, director = deal_for_tables()
    table = preparing_table(session, 1)
    response = client.get(reverse("table", args=[code_of(table)])).context["seen"]
    fragment_url = reverse("table_fragment", args=[code_of(table)])
    assert client.get(fragment_url, {"seen": response}).status_code == 204
    assign_preparation(session, 1, another_table(session, table), director)
    assert client.get(fragment_url, {"seen": response}).status_code == 200
    set_preparation_mode(session, False, director)
    assert "Make up board" not in client.get(fragment_url).content.decode()


def test_board_the_table_will_play_is_dealt_face_down(client: Client) -> None:
    session, _director = deal_for_tables("barometer", 8, 3)
    table = next(tables(session))
    for way in ("runs", "seats"):
        page = client.post(preparation_url(table, 1), {"way": way}).content.decode()
        assert '<p class="run">' in page
        dealing, check = page.split('id="dealt"')
        assert not CARD.search(dealing.split('class="runs"')[1])
        assert check.count('type="radio"') == 5
    assert "face down" in client.get(preparation_url(table, 1)).content.decode()


def test_whole_hands_are_shown_only_for_boards_the_table_does_not_play(client: Client) -> None:
    session, _director = deal_for_tables(round_count=2)
    number = open_board(session)
    page = client.post(
        preparation_url(preparing_table(session, number), number), {"way": "seats"}
    ).content.decode()
    assert page.count('<p class="seat">') == 4
    assert '<p class="run">' not in page


def test_first_phone_to_open_hands_prepares_the_boards_of_its_table(
    client: Client, derived_board_numbers: list[int]
) -> None:
    """Anybody can read a table's code from its sheet."""
    session, director = deal_for_tables(round_count=2)
    number = open_board(session)
    url, stranger = preparation_url(preparing_table(session, number), number), Client()
    assert CARD.search(client.post(url, {"way": "runs"}).content.decode())
    derived_board_numbers.clear()
    for form_data in ({"way": "runs"}, {"way": "seats"}, {"way": "runs", "check": "yes"}):
        response = stranger.post(url, form_data)
        assert response.status_code == 422
        assert "is not linked to this table" in response.content.decode()
    assert "is not linked to this table" in stranger.get(url).content.decode()
    assert derived_board_numbers == []
    assert CARD.search(client.post(url, {"way": "seats"}).content.decode())
    restart_preparation(session, number, director)
    assert "is not linked" in stranger.post(url, {"way": "runs"}).content.decode()
    assert CARD.search(client.post(url, {"way": "runs"}).content.decode())


@pytest.mark.long
def test_phone_gets_no_hand_it_may_not_see(
    client: Client, derived_board_numbers: list[int]
) -> None:
    """Every table requests every board in every way, at any time of its preparation."""
    session, director = deal_for_tables()
    set_preparation_mode(session, False, director)
    _request_all_boards(session, client, next(tables(session)))
    assert derived_board_numbers == []
    set_preparation_mode(session, True, director)
    tables_by_board = {board_copy.number: board_copy.table for board_copy in board_copies(session)}
    for table in tables(session):
        derived_board_numbers.clear()
        _request_all_boards(session, client, table)
        assert set(derived_board_numbers) == {
            number for number, maker in tables_by_board.items() if maker == table.pk
        }
    start_session(session.pk, director)
    evening.enter(first_play(session, seating__round__number=1), RESULT)
    played = set(Play.objects.exclude(state="due").values_list("board__number", flat=True))
    first_table = preparing_table(session, 8)
    assign_preparation(session, 8, another_table(session, first_table), director)
    derived_board_numbers.clear()
    _request_all_boards(session, client, _reloaded(first_table))
    assert not (played | {8}) & set(derived_board_numbers)
    opened = AuditEntry.objects.filter(verb=AuditAction.PREPARE_BOARD).values_list(
        "data__board", "table"
    )
    assert set(opened) == set(tables_by_board.items())


def _request_all_boards(session: Session, client: Client, table: Table) -> None:
    client.get(reverse("table", args=[code_of(table)]))
    for number in range(1, session.boards.count() + 2):
        for form_data in ({"way": "runs"}, {"check": "yes"}):
            assert client.post(preparation_url(table, number), form_data).status_code in {
                200,
                404,
                422,
            }


def test_url_cookie_and_audit_contain_no_card(client: Client) -> None:
    session, _director = deal_for_tables(round_count=2)
    number = open_board(session)
    table = preparing_table(session, number)
    client.post(preparation_url(table, number), {"way": "runs"})
    form_data = {"way": "runs", "check": "yes"} | correct_answers(session, number, False)
    assert not {str(card) for card in Botifarra().pack} & set(form_data.values())
    response = client.post(preparation_url(table, number), form_data)
    assert "?" not in response["Location"]
    session_items = dict(client.session.items())
    assert set(session_items) <= {"codes", "device"}


def test_signed_in_member_cannot_open_a_board_they_still_play(client: Client) -> None:
    session, director = deal_for_tables()
    assert director.user_id
    link_member(Player.objects.get(name="Anna 1"), director.user_id, director)
    own_boards = Play.objects.filter(seating__places__player__name="Anna 1").values_list(
        "board__number", flat=True
    )
    signed_in(client, director)
    for number in own_boards:
        response = client.post(
            preparation_url(preparing_table(session, number), number), {"way": "runs"}
        )
        assert response.status_code == 422
        assert not CARD.search(response.content.decode())
    assert not BoardPreparation.objects.filter(number__in=own_boards).exists()


def test_desk_shows_and_changes_who_prepares_boards(client: Client) -> None:
    session, director = deal_for_tables()
    signed_in(client, director)
    set_preparation_mode(session, False, director)
    page = client.get(desk_url(session, "board_preparation")).content.decode()
    assert "Let the tables make them up" in page
    assert (
        client.post(desk_url(session, "board_preparation"), {"makers": "nobody"}).status_code == 422
    )
    page = client.post(
        desk_url(session, "board_preparation"), {"makers": "tables"}, follow=True
    ).content.decode()
    assert "8 are missing." in page
    table = preparing_table(session, 3)
    other_table = another_table(session, table)
    response = client.post(
        desk_url(session, "assign_board_preparation", 3), {"table": other_table.pk}, follow=True
    )
    assert f"Table {other_table.number} makes up board 3." in response.content.decode()
    assert 3 in [board.number for board in boards_to_prepare(_reloaded(other_table))]
    for form_data in ({}, {"table": "x"}, {"table": "999999999"}):
        assert (
            client.post(desk_url(session, "assign_board_preparation", 3), form_data).status_code
            == 422
        )
    answered = client.post(
        desk_url(session, "assign_board_preparation", 99), {"table": other_table.pk}, follow=True
    )
    assert "no board 99" in answered.content.decode()
    ready = client.post(
        desk_url(session, "mark_boards_ready"), {"boards": "1-2", "ready": "yes"}, follow=True
    )
    assert "6 are missing." in ready.content.decode()
    assert (
        client.post(
            desk_url(session, "mark_boards_ready"), {"boards": "x", "ready": "yes"}
        ).status_code
        == 422
    )
    client.post(desk_url(session, "restart_board_preparation", 1))
    page = client.get(desk_url(session, "board_preparation")).content.decode()
    assert "7 are missing." in " ".join(page.split())


def _reloaded(table: Table) -> Table:
    return Table.objects.select_related("section__session__stage__event").get(pk=table.pk)


def test_desk_guide_is_only_for_members_who_do_not_play(client: Client) -> None:
    session, director = deal_for_tables()
    signed_in(client, director)
    url = desk_url(session, "prepare_board", 1)
    assert not CARD.search(client.get(url).content.decode().split('class="form"')[1])
    opened_response = client.post(url, {"way": "seats"})
    assert opened_response.content.decode().count('<p class="seat">') == 4
    assert "no-store" in opened_response["Cache-Control"]
    form_data = {"way": "seats", "check": "yes"} | correct_answers(session, 1, False)
    assert client.post(url, form_data | {"top_N": "other"}).status_code == 422
    page_after = client.post(url, form_data, follow=True).content.decode()
    assert "Board 1 is ready." in page_after
    assert f"At the desk: {_latest_audit_user_name(director)}" in page_after


def test_desk_guide_shows_calls_as_the_desk_does(client: Client) -> None:
    """The strip of calls is on every page of the desk; its style is in the desk's style sheet."""
    session, director = deal_for_tables()
    start_session(session.pk, director)
    signed_in(client, director)
    page = client.get(desk_url(session, "prepare_board", 1)).content.decode()
    assert 'id="called"' in page
    assert "/static/desk." in page


def _latest_audit_user_name(director: Actor) -> str:
    return AuditEntry.objects.filter(user=director.user_id).latest("pk").user.username


def test_playing_director_sees_no_card_in_the_guide(
    client: Client, derived_board_numbers: list[int]
) -> None:
    session, director = deal_for_tables()
    assert director.user_id
    link_member(Player.objects.get(name="Anna 1"), director.user_id, director)
    own_boards = Play.objects.filter(seating__places__player__name="Anna 1").values_list(
        "board__number", flat=True
    )
    signed_in(client, director)
    for number in own_boards:
        for form_data in ({"way": "runs"}, {"way": "seats"}, {"check": "yes"}):
            response = client.post(
                desk_url(session, "prepare_board", number), form_data, follow=True
            )
            assert "somebody who does not play it must make it up" in response.content.decode()
    assert derived_board_numbers == []


def test_board_of_a_game_with_talon_can_be_prepared(client: Client) -> None:
    session, director = evening.started_game("tarot_germany_taroc")
    set_preparation_mode(session, True, director)
    table = next(tables(session))
    page = client.post(preparation_url(table, 1), {"way": "runs"}).content.decode()
    assert "cards to A." in page or "card to A." in page
    signed_in(client, director)
    page = client.post(desk_url(session, "prepare_board", 1), {"way": "runs"}).content.decode()
    assert CARD.search(page)


def test_table_sheet_names_the_boards_to_prepare(client: Client) -> None:
    session, director = deal_for_tables(round_count=2)
    signed_in(client, director)
    for board_copy in board_copies(session):
        sheets = (
            client.get(desk_url(session, "table_sheets"))
            .content.decode()
            .split('class="sheet for-table"')
        )
        assert (
            f"<b>{board_copy.number}</b>{' (face down)' * board_copy.is_face_down}"
            in sheets[int(board_copy.label)]
        )
        break
    set_preparation_mode(session, False, director)
    assert "makes up board" not in client.get(desk_url(session, "table_sheets")).content.decode()


def test_game_without_cards_offers_no_preparation(client: Client) -> None:
    session, director = evening.started_game("score_sheet")
    set_preparation_mode(session, True, director)
    signed_in(client, director)
    page = client.get(desk_url(session, "board_preparation"), follow=True).content.decode()
    assert "There are no boards to make up" in page
    response = client.post(desk_url(session, "prepare_board", 1), {"way": "runs"}, follow=True)
    assert "nothing to make up" in response.content.decode()
    assert (
        "Make up"
        not in client.get(reverse("table", args=[code_of(next(tables(session)))])).content.decode()
    )
