"""Calls and announcements between phones and the desk, without scripts."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.scenes.evening import club_with_director, started
from tests.web.phone.table_pages import (
    current_plays,
    first_match,
    get_table,
    hidden_value,
    linked_client,
    page_text,
    play_in_conflict,
    table_url,
)
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.calls.announcements import announce
from tournaments.actions.clubs.club import add_member
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Announcement, Call, Membership, Player, Session, Table
from tournaments.permissions.actor import SYSTEM, Actor

pytestmark = pytest.mark.django_db

MESSAGE = "He <b>cheats</b> & more"
ESCAPED_MESSAGE = "He &lt;b&gt;cheats&lt;/b&gt; &amp; more"


@pytest.fixture
def session() -> Session:
    return started(6, rounds=3, boards_per_round=2)[0]


@pytest.fixture
def director(session: Session, client: Client) -> Client:
    return signed_in(client, owner_of(session))


def owner_of(session: Session) -> Actor:
    """Return a client of the director who runs the club."""
    return Actor.of_user(Membership.objects.get(club=session.stage.event.club).user_id)


def calls_from(table: Table, client: Client | None = None, **fields: str) -> HttpResponseBase:
    return (client or Client()).post(f"{table_url(table)}call/", fields)


def test_table_call_is_answered_and_closed(session: Session, director: Client) -> None:
    table = get_table(session, 2)
    device, number = linked_client(table), current_plays(table)[0].board.number
    page = page_text(device.get(table_url(table, number)))
    form_data = {
        "kind": "result",
        "words": MESSAGE,
        "board": str(number),
        "key": hidden_value(page, "key"),
    }
    assert calls_from(table, device, **form_data)["Location"] == table_url(table, number)
    for page_url in (table_url(table), table_url(table, number), f"{table_url(table)}side/"):
        page_after = page_text(linked_client(table).get(page_url))
        assert "The director was called at " in page_after
        assert f"the result: {ESCAPED_MESSAGE}" in page_after
    waiting = page_text(director.get(desk_url(session)))
    assert waiting.index("Waiting for you (1)") < waiting.index("Table 2 is calling")
    assert ESCAPED_MESSAGE in waiting
    assert "just now" in waiting
    tile = page_text(director.get(desk_url(session)))
    assert "called at " in tile
    stored_call = Call.objects.get()
    for _twice in range(2):
        assert director.post(desk_url(session, "answer_call", stored_call.pk))[
            "Location"
        ] == desk_url(session)
    assert "The director is coming (answered at " in page_text(device.get(table_url(table)))
    answered = page_text(director.get(desk_url(session)))
    assert "director-club-manilla is on the way (since " in answered
    assert "director on the way since " in answered, "the table's tile says so as well"
    assert "called at " not in answered
    assert "I am coming" not in answered
    member = Call.objects.get().answered_by
    Player.objects.create(club=session.stage.event.club, name="Mercè Vila", user=member)
    assert "Mercè Vila is on the way (since " in page_text(director.get(desk_url(session)))
    for _twice in range(2):
        director.post(desk_url(session, "close_call", stored_call.pk))
    assert "The director is" not in page_text(device.get(table_url(table)))
    assert "Table 2 is calling" not in page_text(director.get(desk_url(session)))


def test_desk_count_follows_calls_and_problems(session: Session, director: Client) -> None:
    """Each part of the list is polled separately and sends the counts of the page."""
    heading = '<h2 id="waiting-title" hx-swap-oob="true" data-aloud> Waiting for you'
    asks = first_match(
        r'id="calls"[^>]*hx-get="([^"]+)"', page_text(director.get(desk_url(session)))
    )
    calls_from(get_table(session, 2))
    desk_fragment = page_text(director.get(f"{asks}&waiting=3&calls=0".replace("&amp;", "&")))
    assert f"{heading} (4)" in desk_fragment
    apart = page_text(director.get(asks.replace("&amp;", "&")))
    assert "Tables calling" in apart, "apart from the list they have a heading of their own"
    assert "Waiting for you" not in apart
    asks = first_match(
        r'id="room"[^>]*hx-get="([^"]+)"', page_text(director.get(desk_url(session)))
    )
    play_in_conflict(get_table(session, 3))
    desk_fragment = page_text(director.get(f"{asks}&waiting=0&calls=1".replace("&amp;", "&")))
    assert f"{heading} (2)" in desk_fragment


def test_desk_shows_how_long_a_table_has_waited(session: Session, director: Client) -> None:
    calls_from(get_table(session))
    Call.objects.update(at=timezone.now() - timedelta(minutes=2, seconds=5))
    assert "<span> 2 min </span>" in page_text(director.get(desk_url(session)))


def test_call_from_an_ended_round_names_its_round_and_pairs(
    session: Session, director: Client
) -> None:
    table = get_table(session)
    play = current_plays(table)[0]
    calls_from(table, unplayed=str(play.board.number), key="once")
    page = page_text(director.get(desk_url(session)))
    play_url = desk_url(session, "desk_play", play.pk)
    assert f'<a href="{play_url}#decide">board {play.board.number} could not be played</a>' in page
    assert "in round 1" not in page
    assert "is calling the director" in page
    end_round(play.seating.round_id, owner_of(session))
    page = page_text(director.get(desk_url(session)))
    called = page.split('id="calls"')[1].split("</ol>")[0]
    assert "in round 1" in called
    for place in play.seating.places.select_related("contestant"):
        assert place.contestant.name in called
    assert "is calling the director" not in page.split('id="waiting"')[1]


def test_phone_withdraws_its_call(session: Session) -> None:
    table, other_table = get_table(session), get_table(session, 2)
    calls_from(table)
    stored_call = Call.objects.get()
    assert (
        Client().post(f"{table_url(other_table)}call/{stored_call.pk}/never-mind/").status_code
        == 302
    )
    assert Call.objects.get().closed_at is None, "no table takes back the call of another"
    assert Client().post(f"{table_url(table)}call/{stored_call.pk}/never-mind/")[
        "Location"
    ] == table_url(table)
    assert Call.objects.get().closed_at


def test_rejected_call_keeps_its_text(session: Session) -> None:
    table = get_table(session)
    long = "x" * 121
    refused = calls_from(table, kind="rule", words=long, board="3")
    assert refused.status_code == 422
    page = page_text(refused)
    assert "Give the reason in at most 120 characters." in page
    assert long in page
    assert 'type="hidden" name="kind" value="rule"' in page
    assert hidden_value(page, "board") == "3"
    swapped = Client().post(
        f"{table_url(table)}call/", {"words": long}, headers={"HX-Request": "true"}
    )
    assert swapped.status_code == 422
    assert "<html" not in page_text(swapped)
    assert not Call.objects.exists()


def test_director_cannot_be_called_after_the_session(session: Session) -> None:
    table = get_table(session)
    assert "Call the director" in page_text(Client().get(table_url(table)))
    finish_session(session.pk, owner_of(session))
    assert "Call the director" not in page_text(Client().get(table_url(table)))
    refused = calls_from(table)
    assert refused.status_code == 422
    assert "speak to the director" in page_text(refused)


def test_call_requires_a_table_code(session: Session) -> None:
    for path in ("call/", "call/1/never-mind/", "news/away/"):
        assert Client().post(f"/t/1-AAA-AAA/{path}").status_code == 404
    assert Client().get("/t/1-AAA-AAA/_news").status_code == 404
    assert not Call.objects.exists()


def test_public_pages_do_not_show_reasons_of_calls(session: Session, director: Client) -> None:
    calls_from(get_table(session), words="a secret of ours")
    event = session.stage.event
    places = [
        reverse(name, args=[event.club.slug, event.slug])
        for name in ("standings", "rounds", "rank_history")
    ]
    elsewhere = [Client().get(response) for response in [*places, table_url(get_table(session, 2))]]
    assert all(
        response.status_code == 200 and "secret" not in page_text(response)
        for response in elsewhere
    )
    _club, stranger = club_with_director("Another club")
    stored_call = Call.objects.get()
    other = signed_in(Client(), stranger)
    asked = [other.get(desk_url(session, "desk_calls"))]
    asked += [
        other.post(desk_url(session, name, stored_call.pk))
        for name in ("answer_call", "close_call")
    ]
    assert [response.status_code for response in asked] == [404, 404, 404]
    assert "secret" in page_text(director.get(desk_url(session)))


def test_page_that_does_not_exist_shows_no_calls(session: Session, director: Client) -> None:
    calls_from(get_table(session))
    response = director.get(desk_url(session, "desk_play", 999))
    assert response.status_code == 404
    assert "Table 1 calls" not in page_text(response)


def test_scorer_answers_calls_but_cannot_announce(session: Session, django_user_model) -> None:
    user = django_user_model.objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    scorer = signed_in(Client(), Actor.of_user(user.pk))
    calls_from(get_table(session))
    page = page_text(scorer.get(desk_url(session)))
    assert page.count("Tables calling") == 1
    assert "Announcement to every phone" not in page
    scorer.post(desk_url(session, "answer_call", Call.objects.get().pk))
    assert Call.objects.get().answered_by == user
    assert scorer.post(desk_url(session, "announce"), {"text": "Supper"}).status_code == 404


def test_other_desk_pages_show_open_calls(session: Session, director: Client) -> None:
    page = page_text(director.get(desk_url(session, "penalties")))
    asks = first_match(r'hx-get="([^"]+)"', page).replace("&amp;", "&")
    assert director.get(asks).status_code == 204
    calls_from(get_table(session))
    line = page_text(director.get(asks))
    assert "Table 1 is calling" in line
    assert 'data-calling="1"' in line
    assert desk_url(session, "answer_call", Call.objects.get().pk) in line, (
        "the line has a button that answers the call"
    )
    calls_from(get_table(session, 3))
    page = page_text(director.get(desk_url(session, "penalties")))
    assert "2 tables are calling" in page
    assert "I am coming" not in page, "of several calls one is chosen on the desk"
    for stored_call in Call.objects.all():
        director.post(desk_url(session, "answer_call", stored_call.pk))
    assert "Table 1 is calling" not in page_text(director.get(desk_url(session, "penalties")))


def test_news_fragment_answers_204_until_news_change(session: Session, director: Client) -> None:
    table = get_table(session)
    device = linked_client(table)
    asks = first_match(
        r'id="news-now"[^>]*hx-get="([^"]+)"', page_text(device.get(table_url(table)))
    )
    assert device.get(asks).status_code == 204
    desk_asks = first_match(
        r'id="calls"[^>]*hx-get="([^"]+)"', page_text(director.get(desk_url(session)))
    ).replace("&amp;", "&")
    assert director.get(desk_asks).status_code == 204
    calls_from(table)
    assert "was called at" in page_text(device.get(asks))
    fragment = page_text(director.get(desk_asks))
    assert 'id="calls-said" hx-swap-oob="innerHTML"> Table 1 is calling the director.' in fragment
    Call.objects.update(at=timezone.now() - timedelta(minutes=1))
    a_minute_later = first_match(r'hx-get="([^"]+)"', fragment).replace("&amp;", "&")
    assert "hx-swap-oob" not in page_text(director.get(a_minute_later)), (
        "a minute more is not read out"
    )


def test_page_of_the_announcement_shows_it_with_the_button_that_removes_it(
    session: Session, director: Client
) -> None:
    page = page_text(director.get(desk_url(session, "announce")))
    assert 'name="text"' in page
    assert "Remove the announcement" not in page
    director.post(desk_url(session, "announce"), {"text": MESSAGE})
    page = page_text(director.get(desk_url(session, "announce")))
    assert ESCAPED_MESSAGE in page
    assert "Remove the announcement" in page


def test_phone_shows_an_announcement_until_dismissed_or_removed(
    session: Session, director: Client
) -> None:
    one, other = linked_client(get_table(session)), linked_client(get_table(session, 2))
    own_url, other_table_url = table_url(get_table(session)), table_url(get_table(session, 2))
    assert director.post(desk_url(session, "announce"), {"text": MESSAGE})["Location"] == desk_url(
        session
    )
    first = Announcement.objects.get()
    number = current_plays(get_table(session))[0].board.number
    for response in (own_url, table_url(get_table(session), number), f"{own_url}side/"):
        assert ESCAPED_MESSAGE in page_text(one.get(response))
    assert one.post(f"{own_url}news/away/", {"announcement": first.pk, "board": number})[
        "Location"
    ] == table_url(get_table(session), number)
    assert ESCAPED_MESSAGE not in page_text(one.get(own_url))
    assert ESCAPED_MESSAGE in page_text(other.get(other_table_url))
    announce(session, "Supper at ten", owner_of(session), "requestkey")
    assert "Supper at ten" in page_text(one.get(own_url))
    assert ESCAPED_MESSAGE not in page_text(other.get(other_table_url))
    assert "Supper at ten" in page_text(director.get(desk_url(session)))
    director.post(desk_url(session, "withdraw_announcement", Announcement.objects.latest("pk").pk))
    assert not any(
        re.search("Supper|cheats", page_text(response.get(own_url))) for response in (one, other)
    )


def test_dismissing_an_invalid_announcement_changes_nothing(session: Session) -> None:
    client, own_url = linked_client(get_table(session)), table_url(get_table(session))
    announce(session, "Supper at ten", owner_of(session), "requestkey")
    for invalid in ("", "x", "9" * 50):
        assert client.post(f"{own_url}news/away/", {"announcement": invalid}).status_code == 302
    assert "Supper at ten" in page_text(client.get(own_url))


def test_director_confirms_replacing_an_unseen_announcement(
    session: Session, director: Client
) -> None:
    def fields(page: str) -> dict[str, str]:
        form = page.split(f'action="{desk_url(session, "announce")}"')[1].split("</form>")[0]
        return {name: hidden_value(form, name) for name in ("key", "seen")}

    open_page = fields(page_text(director.get(desk_url(session))))
    announce(session, "Supper at ten", owner_of(session), "requestkey")
    response = director.post(desk_url(session, "announce"), {"text": "The bar closes", **open_page})
    assert response.status_code == 409
    assert "“Supper at ten”" in page_text(response)
    assert ">The bar closes</textarea>" in page_text(response)
    assert [announcement.text for announcement in Announcement.objects.all()] == ["Supper at ten"]
    assert director.post(
        desk_url(session, "announce"), {"text": "The bar closes", **fields(page_text(response))}
    ).url
    assert Announcement.objects.latest("pk").text == "The bar closes"


def test_second_director_learns_who_answers_the_call(session: Session, director: Client) -> None:
    calls_from(get_table(session, 2))
    colleague = get_user_model().objects.create_user("Quima")
    add_member(session.stage.event.club, colleague.pk, Membership.Role.DIRECTOR, SYSTEM)
    quicker, address = Client(), desk_url(session, "answer_call", Call.objects.get().pk)
    quicker.force_login(colleague)
    assert "sees that you are coming" in page_text(quicker.post(address, follow=True))
    slower = page_text(director.post(address, follow=True))
    assert "Quima is already going to table 2." in slower
    assert "sees that you are coming" not in slower
    assert Call.objects.get().answered_by == colleague


def test_rejected_announcement_keeps_its_text(session: Session, director: Client) -> None:
    response = director.post(desk_url(session, "announce"), {"text": "x" * 201})
    assert response.status_code == 422
    assert "x" * 201 in page_text(response)
    assert "Use at most 200 characters." in page_text(response)
    key = hidden_value(page_text(director.get(desk_url(session))), "key")
    assert (
        director.post(desk_url(session, "announce"), {"text": "One", "key": key}).status_code == 302
    )
    assert (
        director.post(desk_url(session, "announce"), {"text": "Two", "key": key}).status_code == 409
    )


def test_public_page_shows_the_announcement(session: Session) -> None:
    event, actor = session.stage.event, owner_of(session)
    page = reverse("standings", args=[event.club.slug, event.slug])
    asks = first_match(r'id="standings" hx-get="([^"]+)"', page_text(Client().get(page)))
    assert Client().get(asks).status_code == 204
    announce(session, "Supper at ten", actor, "requestkey")
    changed = Client().get(asks)
    assert "Supper at ten" in page_text(changed)
    fragment_url = first_match(r'hx-get="([^"]+)"', page_text(changed)).replace("&amp;", "&")
    assert Client().get(fragment_url).status_code == 204
    assert "Supper at ten" in page_text(Client().get(page))
    finish_session(session.pk, actor)
    assert "Supper at ten" not in page_text(Client().get(fragment_url))


def test_table_reports_which_board_could_not_be_played(session: Session, director: Client) -> None:
    table = get_table(session, 2)
    client, first_play = linked_client(table), current_plays(table)[0].board.number
    at_board = page_text(client.get(table_url(table, first_play)))
    assert at_board.count('name="unplayed"') == 1
    assert f'name="unplayed" value="{first_play}"' in at_board
    room = page_text(client.get(table_url(table)))
    assert room.count('name="unplayed"') == len(current_plays(table))
    calls_from(table, client, unplayed=str(first_play), board=str(first_play), key="once")
    assert Call.objects.get().reasons == [["unplayed", str(first_play)]]
    assert f"board {first_play} could not be played" in page_text(director.get(desk_url(session)))
    assert f"board {first_play} could not be played" in page_text(client.get(table_url(table)))


def test_board_of_another_round_is_offered_once_the_page_has_followed_the_round(
    session: Session,
) -> None:
    table = get_table(session, 2)
    client = linked_client(table)
    fragment_url = f"{table_url(table)}_now?seen=before&round="
    assert 'name="unplayed"' not in page_text(client.get(f"{fragment_url}1"))
    assert 'name="unplayed"' in page_text(client.get(f"{fragment_url}2"))


def test_call_that_comes_back_still_names_its_table(session: Session) -> None:
    table = get_table(session)
    form_data = {"kind": "card", "key": "once"}
    swapped = linked_client(table).post(
        f"{table_url(table)}call/", form_data, headers={"HX-Request": "true"}
    )
    assert f"Call the director to table {table.label}" in page_text(swapped)
