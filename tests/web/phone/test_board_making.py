"""Boards made up at a table and at the desk: what pages offer, and that no hand gets to a wrong
phone."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from games.botifarra.game import Botifarra
from tests.actions.boards.test_board_preparation import another, assigned, dealt, right
from tests.scenes import evening
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
CARD = re.compile(r'class="card"|<span class="ranks"><span>')


def guide(table: Table, number: int) -> str:
    return reverse("table_make_board", args=[code_of(table), number])


def tables(session: Session) -> Iterator[Table]:
    yield from Table.objects.select_related("section__session__stage__event").filter(
        section__session=session
    )


def face_down(session: Session, number: int) -> bool:
    return next(each.face_down for each in board_copies(session) if each.number == number)


def open_board(session: Session) -> int:
    """A board whose makers never play it."""
    return next(each.number for each in board_copies(session) if not each.face_down)


def test_a_phone_is_led_from_its_table_to_a_board_that_is_ready(client: Client) -> None:
    session, _director = dealt(rounds=2)
    number = open_board(session)
    table = assigned(session, number)
    room = client.get(reverse("table", args=[code_of(table)])).content.decode()
    mine = reverse("table_board_making", args=[code_of(table)])
    assert f'href="{mine}"' in room
    assert f'href="{guide(table, number)}"' in client.get(mine).content.decode()
    before = client.get(guide(table, number))
    assert "never play this board" in before.content.decode()
    opened = client.post(guide(table, number), {"way": "runs"})
    assert "no-store" in opened["Cache-Control"]
    assert len(re.findall(r'<p class="run">', opened.content.decode())) > 20
    assert CARD.search(opened.content.decode())
    said = {"way": "runs", "check": "yes"} | right(session, number, False)
    wrong = client.post(guide(table, number), said | {"count_W": "11"})
    assert wrong.status_code == 422
    assert "West: 12 cards belong there, you counted 11." in wrong.content.decode()
    assert "no-store" in wrong["Cache-Control"]
    done = client.post(guide(table, number), said, follow=True)
    assert done.redirect_chain == [(mine, 302)]
    assert f"Board {number} is ready." in done.content.decode()
    assert client.post(guide(table, number), {"way": "runs"}).status_code == 422


def test_the_page_of_a_table_shows_when_a_board_of_its_own_is_ready(client: Client) -> None:
    session, director = dealt()
    table = assigned(session, 1)
    shown = client.get(reverse("table", args=[code_of(table)])).context["seen"]
    now = reverse("table_now", args=[code_of(table)])
    assert client.get(now, {"seen": shown}).status_code == 204
    assign_preparation(session, 1, another(session, table), director)
    assert client.get(now, {"seen": shown}).status_code == 200
    set_preparation_mode(session, False, director)
    assert "Make up board" not in client.get(now).content.decode()


def test_a_board_he_will_play_is_dealt_without_a_card_in_sight(client: Client) -> None:
    session, _director = dealt("barometer", 8, 3)
    table = next(tables(session))
    for way in ("runs", "seats"):
        page = client.post(guide(table, 1), {"way": way}).content.decode()
        assert '<p class="run">' in page
        dealing, check = page.split('id="dealt"')
        assert not CARD.search(dealing.split('class="runs"')[1])
        assert check.count('type="radio"') == 5
    assert "face down" in client.get(guide(table, 1)).content.decode()


def test_whole_hands_are_for_who_does_not_play_it(client: Client) -> None:
    session, _director = dealt(rounds=2)
    number = open_board(session)
    page = client.post(guide(assigned(session, number), number), {"way": "seats"}).content.decode()
    assert page.count('<p class="seat">') == 4
    assert '<p class="run">' not in page


def test_first_phone_that_opens_hands_makes_up_the_boards_of_its_table(
    client: Client, derived: list[int]
) -> None:
    """Anybody can read a table's code from its sheet."""
    session, director = dealt(rounds=2)
    number = open_board(session)
    address, stranger = guide(assigned(session, number), number), Client()
    assert CARD.search(client.post(address, {"way": "runs"}).content.decode())
    derived.clear()
    for sent in ({"way": "runs"}, {"way": "seats"}, {"way": "runs", "check": "yes"}):
        answer = stranger.post(address, sent)
        assert answer.status_code == 422
        assert "is not linked to this table" in answer.content.decode()
    assert "is not linked to this table" in stranger.get(address).content.decode()
    assert derived == []
    assert CARD.search(client.post(address, {"way": "seats"}).content.decode())
    restart_preparation(session, number, director)
    assert "is not linked" in stranger.post(address, {"way": "runs"}).content.decode()
    assert CARD.search(client.post(address, {"way": "runs"}).content.decode())


@pytest.mark.long
def test_no_phone_gets_a_hand_it_may_not(client: Client, derived: list[int]) -> None:
    """Every table asks for every board in every way: before, during and after it was theirs."""
    session, director = dealt()
    set_preparation_mode(session, False, director)
    _ask_for_all(session, client, next(tables(session)))
    assert derived == []
    set_preparation_mode(session, True, director)
    theirs = {each.number: each.table for each in board_copies(session)}
    for table in tables(session):
        derived.clear()
        _ask_for_all(session, client, table)
        assert set(derived) == {number for number, maker in theirs.items() if maker == table.pk}
    start_session(session.pk, director)
    evening.enter(first_play(session, seating__round__number=1), RESULT)
    played = set(Play.objects.exclude(state="due").values_list("board__number", flat=True))
    first = assigned(session, 8)
    assign_preparation(session, 8, another(session, first), director)
    derived.clear()
    _ask_for_all(session, client, _again(first))
    assert not (played | {8}) & set(derived)
    opened = AuditEntry.objects.filter(verb=AuditAction.PREPARE_BOARD).values_list(
        "data__board", "table"
    )
    assert set(opened) == set(theirs.items())


def _ask_for_all(session: Session, client: Client, table: Table) -> None:
    client.get(reverse("table", args=[code_of(table)]))
    for number in range(1, session.boards.count() + 2):
        for sent in ({"way": "runs"}, {"check": "yes"}):
            assert client.post(guide(table, number), sent).status_code in {200, 404, 422}


def test_no_card_is_in_an_address_a_cookie_or_the_audit(client: Client) -> None:
    session, _director = dealt(rounds=2)
    number = open_board(session)
    table = assigned(session, number)
    client.post(guide(table, number), {"way": "runs"})
    said = {"way": "runs", "check": "yes"} | right(session, number, False)
    assert not {str(card) for card in Botifarra().pack} & set(said.values())
    done = client.post(guide(table, number), said)
    assert "?" not in done["Location"]
    kept = dict(client.session.items())
    assert set(kept) <= {"codes", "device"}


def test_a_member_signed_in_on_a_table_s_phone_opens_no_board_of_his(client: Client) -> None:
    session, director = dealt()
    assert director.user_id
    link_member(Player.objects.get(name="Anna 1"), director.user_id, director)
    own = Play.objects.filter(seating__places__player__name="Anna 1").values_list(
        "board__number", flat=True
    )
    signed_in(client, director)
    for number in own:
        answer = client.post(guide(assigned(session, number), number), {"way": "runs"})
        assert answer.status_code == 422
        assert not CARD.search(answer.content.decode())
    assert not BoardPreparation.objects.filter(number__in=own).exists()


def test_the_desk_says_who_makes_up_what_and_changes_it(client: Client) -> None:
    session, director = dealt()
    signed_in(client, director)
    set_preparation_mode(session, False, director)
    page = client.get(desk_url(session, "desk_board_making")).content.decode()
    assert "Let the tables make them up" in page
    assert (
        client.post(desk_url(session, "desk_board_making"), {"makers": "nobody"}).status_code == 422
    )
    page = client.post(
        desk_url(session, "desk_board_making"), {"makers": "tables"}, follow=True
    ).content.decode()
    assert "8 are missing." in page
    table = assigned(session, 3)
    other = another(session, table)
    given = client.post(desk_url(session, "making_give", 3), {"table": other.pk}, follow=True)
    assert f"Table {other.number} makes up board 3." in given.content.decode()
    assert 3 in [each.number for each in boards_to_prepare(_again(other))]
    for sent in ({}, {"table": "x"}, {"table": "999999999"}):
        assert client.post(desk_url(session, "making_give", 3), sent).status_code == 422
    answered = client.post(desk_url(session, "making_give", 99), {"table": other.pk}, follow=True)
    assert "no board 99" in answered.content.decode()
    ready = client.post(
        desk_url(session, "boards_ready"), {"boards": "1-2", "ready": "yes"}, follow=True
    )
    assert "6 are missing." in ready.content.decode()
    assert (
        client.post(desk_url(session, "boards_ready"), {"boards": "x", "ready": "yes"}).status_code
        == 422
    )
    page = client.get(desk_url(session, "event_desk")).content.decode()
    assert "2 of 8 are ready." in page
    client.post(desk_url(session, "making_anew", 1))
    assert "1 of 8 are ready." in client.get(desk_url(session, "event_desk")).content.decode()


def _again(table: Table) -> Table:
    return Table.objects.select_related("section__session__stage__event").get(pk=table.pk)


def test_the_guide_at_the_desk_is_for_who_does_not_play(client: Client) -> None:
    session, director = dealt()
    signed_in(client, director)
    where = desk_url(session, "desk_make_board", 1)
    assert not CARD.search(client.get(where).content.decode().split('class="form"')[1])
    opened = client.post(where, {"way": "seats"})
    assert opened.content.decode().count('<p class="seat">') == 4
    assert "no-store" in opened["Cache-Control"]
    said = {"way": "seats", "check": "yes"} | right(session, 1, False)
    assert client.post(where, said | {"top_N": "other"}).status_code == 422
    done = client.post(where, said, follow=True).content.decode()
    assert "Board 1 is ready." in done
    assert f"At the desk: {_user(director)}" in done


def _user(director: Actor) -> str:
    return AuditEntry.objects.filter(user=director.user_id).latest("pk").user.username  # type: ignore[union-attr]


def test_a_director_who_plays_is_told_so_and_sees_no_card(
    client: Client, derived: list[int]
) -> None:
    session, director = dealt()
    assert director.user_id
    link_member(Player.objects.get(name="Anna 1"), director.user_id, director)
    own = Play.objects.filter(seating__places__player__name="Anna 1").values_list(
        "board__number", flat=True
    )
    signed_in(client, director)
    for number in own:
        for sent in ({"way": "runs"}, {"way": "seats"}, {"check": "yes"}):
            answer = client.post(desk_url(session, "desk_make_board", number), sent, follow=True)
            assert "somebody who does not play it must make it up" in answer.content.decode()
    assert derived == []


def test_a_game_of_other_seats_with_a_talon_is_made_up_too(client: Client) -> None:
    session, director = evening.started_game("tarot_germany_taroc")
    set_preparation_mode(session, True, director)
    table = next(tables(session))
    page = client.post(guide(table, 1), {"way": "runs"}).content.decode()
    assert "cards to A." in page or "card to A." in page
    signed_in(client, director)
    page = client.post(desk_url(session, "desk_make_board", 1), {"way": "runs"}).content.decode()
    assert CARD.search(page)


def test_the_sheet_of_a_table_names_the_boards_it_makes_up(client: Client) -> None:
    session, director = dealt(rounds=2)
    signed_in(client, director)
    for made in board_copies(session):
        sheets = (
            client.get(desk_url(session, "table_sheets"))
            .content.decode()
            .split('class="sheet for-table"')
        )
        assert f"<b>{made.number}</b>{' (face down)' * made.face_down}" in sheets[int(made.label)]
        break
    set_preparation_mode(session, False, director)
    assert "makes up board" not in client.get(desk_url(session, "table_sheets")).content.decode()


def test_a_game_without_cards_says_so(client: Client) -> None:
    session, director = evening.started_game("score_sheet")
    set_preparation_mode(session, True, director)
    signed_in(client, director)
    page = client.get(desk_url(session, "desk_board_making"), follow=True).content.decode()
    assert "There are no boards to make up" in page
    answer = client.post(desk_url(session, "desk_make_board", 1), {"way": "runs"}, follow=True)
    assert "nothing to make up" in answer.content.decode()
    assert (
        "Make up"
        not in client.get(reverse("table", args=[code_of(next(tables(session)))])).content.decode()
    )
