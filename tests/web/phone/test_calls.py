"""Calls and announcements between phones and the desk, as pages and as polled fragments."""

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
from tests.web.signed_in import RESULT, desk_url, signed_in
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
    return started(6, round_count=3, boards_per_round=2)[0]


@pytest.fixture
def director(session: Session, client: Client) -> Client:
    return signed_in(client, director_of(session))


def director_of(session: Session) -> Actor:
    """Return the actor of the club's only member, who directs its events."""
    return Actor.of_user(Membership.objects.get(club=session.stage.event.club).user_id)


def post_call(table: Table, client: Client | None = None, **fields: str) -> HttpResponseBase:
    """Call the director to a table, from an unlinked phone unless a client is given."""
    return (client or Client()).post(f"{table_url(table)}call/", fields)


def test_call_with_its_reason_is_shown_on_every_page_of_the_table(session: Session) -> None:
    table = get_table(session, 2)
    phone, number = linked_client(table), current_plays(table)[0].board.number
    page = page_text(phone.get(table_url(table, number)))
    form_data = {
        "kind": "result",
        "words": MESSAGE,
        "board": str(number),
        "key": hidden_value(page, "key"),
    }
    assert post_call(table, phone, **form_data)["Location"] == table_url(table, number)
    for page_url in (table_url(table), table_url(table, number), f"{table_url(table)}side/"):
        page_after = page_text(linked_client(table).get(page_url))
        assert "Director called at " in page_after
        assert f"the result: {ESCAPED_MESSAGE}" in page_after


def test_desk_lists_an_open_call_with_its_reason(session: Session, director: Client) -> None:
    post_call(get_table(session, 2), kind="result", words=MESSAGE)
    desk_page = page_text(director.get(desk_url(session)))
    assert desk_page.index("Waiting for you (1)") < desk_page.index("Table 2 is calling")
    assert ESCAPED_MESSAGE in desk_page
    assert "just now" in desk_page
    assert "called at " in desk_page, "the table's tile says so as well"


def test_answered_call_names_the_director_on_phone_and_desk(
    session: Session, director: Client
) -> None:
    table = get_table(session, 2)
    phone = linked_client(table)
    post_call(table, phone)
    answer_url = desk_url(session, "answer_call", Call.objects.get().pk)
    for _attempt in range(2):
        assert director.post(answer_url)["Location"] == desk_url(session)
    assert "The director is coming (answered at " in page_text(phone.get(table_url(table)))
    desk_page = page_text(director.get(desk_url(session)))
    assert "director-club-manilla is on the way (since " in desk_page
    assert "director on the way since " in desk_page, "the table's tile says so as well"
    assert "called at " not in desk_page
    assert "I am coming" not in desk_page
    member = Call.objects.get().answered_by
    Player.objects.create(club=session.stage.event.club, name="Mercè Vila", user=member)
    assert "Mercè Vila is on the way (since " in page_text(director.get(desk_url(session)))


def test_closed_call_disappears_from_phone_and_desk(session: Session, director: Client) -> None:
    table = get_table(session, 2)
    phone = linked_client(table)
    post_call(table, phone)
    assert "Director called at" in page_text(phone.get(table_url(table)))
    assert "Table 2 is calling" in page_text(director.get(desk_url(session)))
    for _attempt in range(2):
        director.post(desk_url(session, "close_call", Call.objects.get().pk))
    assert "Director called at" not in page_text(phone.get(table_url(table)))
    assert "Table 2 is calling" not in page_text(director.get(desk_url(session)))


@pytest.mark.parametrize(
    ("kind", "is_answered", "is_closed"),
    [("result", True, True), ("result", False, False), ("rule", True, False)],
)
def test_decision_closes_an_answered_call_about_the_result(
    session: Session, director: Client, kind: str, is_answered: bool, is_closed: bool
) -> None:
    table = get_table(session, 2)
    play = play_in_conflict(table)
    post_call(table, kind=kind)
    call = Call.objects.get()
    if is_answered:
        director.post(desk_url(session, "answer_call", call.pk))
    play.refresh_from_db()
    form_data = {
        "kind": "correction",
        "reason": "looked",
        "key": "decision",
        "replaces": play.revision,
        **RESULT,
    }
    page = page_text(director.post(desk_url(session, "desk_play", play.pk), form_data, follow=True))
    assert " counts now." in page
    assert ("The call of table 2 is closed." in page) == is_closed
    call.refresh_from_db()
    assert bool(call.closed_at) == is_closed


@pytest.mark.parametrize("position", [0, 1])
def test_decision_closes_an_answered_call_about_its_board_that_was_not_played(
    session: Session, director: Client, position: int
) -> None:
    table = get_table(session, 2)
    named_play, play = current_plays(table)[0], current_plays(table)[position]
    post_call(table, unplayed=str(named_play.board.number), key="once")
    call = Call.objects.get()
    director.post(desk_url(session, "answer_call", call.pk))
    play_url = desk_url(session, "desk_play", play.pk)
    page = page_text(director.get(f"{play_url}?kind=void"))
    assert re.search(r'<input[^>]* value="void"[^>]* checked>', page)
    form_data = {"kind": "void", "reason": "no time", "key": "decision", "replaces": play.revision}
    page = page_text(director.post(play_url, form_data, follow=True))
    assert "now marked as not played" in page
    assert ("The call of table 2 is closed." in page) == (play == named_play)


def test_desk_count_follows_calls_and_problems(session: Session, director: Client) -> None:
    """Each part of the list is polled by itself, and updates the count in the heading."""
    heading = '<h2 id="waiting-title" hx-swap-oob="true" data-aloud> Waiting for you'
    calls_poll_url = first_match(
        r'id="calls"[^>]*hx-get="([^"]+)"', page_text(director.get(desk_url(session)))
    )
    post_call(get_table(session, 2))
    desk_fragment = page_text(
        director.get(f"{calls_poll_url}&waiting=3&calls=0".replace("&amp;", "&"))
    )
    assert f"{heading} (4)" in desk_fragment
    calls_fragment = page_text(director.get(calls_poll_url.replace("&amp;", "&")))
    assert "Tables calling" in calls_fragment, (
        "on a page without the list, calls have a heading of their own"
    )
    assert "Waiting for you" not in calls_fragment
    tables_poll_url = first_match(
        r'id="room"[^>]*hx-get="([^"]+)"', page_text(director.get(desk_url(session)))
    )
    play_in_conflict(get_table(session, 3))
    desk_fragment = page_text(
        director.get(f"{tables_poll_url}&waiting=0&calls=1".replace("&amp;", "&"))
    )
    assert f"{heading} (2)" in desk_fragment


def test_desk_shows_how_long_a_table_has_waited(session: Session, director: Client) -> None:
    post_call(get_table(session))
    Call.objects.update(at=timezone.now() - timedelta(minutes=2, seconds=5))
    assert "<span> 2 min </span>" in page_text(director.get(desk_url(session)))


def test_call_from_an_ended_round_names_its_round_and_pairs(
    session: Session, director: Client
) -> None:
    table = get_table(session)
    play = current_plays(table)[0]
    post_call(table, unplayed=str(play.board.number), key="once")
    page = page_text(director.get(desk_url(session)))
    play_url = desk_url(session, "desk_play", play.pk)
    assert (
        f'<a href="{play_url}?kind=void#decide">board {play.board.number} could not be played</a>'
        in page
    )
    assert "in round 1" not in page
    assert "is calling the director" in page
    end_round(play.seating.round_id, director_of(session))
    page = page_text(director.get(desk_url(session)))
    calls_list = page.split('id="calls"')[1].split("</ol>")[0]
    assert "in round 1" in calls_list
    for seat_holder in play.seating.places.select_related("contestant"):
        assert seat_holder.contestant.name in calls_list
    assert "is calling the director" not in page.split('id="waiting"')[1]


def test_phone_withdraws_its_call(session: Session) -> None:
    table, other_table = get_table(session), get_table(session, 2)
    post_call(table)
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
    too_long_text = "x" * 121
    rejected_response = post_call(table, kind="rule", words=too_long_text, board="3")
    assert rejected_response.status_code == 422
    page = page_text(rejected_response)
    assert "Give the reason in at most 120 characters." in page
    assert too_long_text in page
    assert 'type="hidden" name="kind" value="rule"' in page
    assert hidden_value(page, "board") == "3"
    swapped_response = Client().post(
        f"{table_url(table)}call/", {"words": too_long_text}, headers={"HX-Request": "true"}
    )
    assert swapped_response.status_code == 422
    assert "<html" not in page_text(swapped_response)
    assert not Call.objects.exists()


def test_director_cannot_be_called_after_the_session(session: Session) -> None:
    table = get_table(session)
    assert "Call the director" in page_text(Client().get(table_url(table)))
    finish_session(session.pk, director_of(session))
    page = page_text(Client().get(table_url(table)))
    assert "Call the director" not in page
    assert page.count('id="calling"') == 1, "the target of later polls"
    poll = page_text(Client().get(f"{table_url(table)}_now?round=3"))
    assert 'id="calling" hidden hx-swap-oob="true"' in poll, "it also leaves a page that is open"
    rejected_response = post_call(table)
    assert rejected_response.status_code == 422
    assert "speak to the director" in page_text(rejected_response)


def test_call_requires_a_table_code(session: Session) -> None:
    for path in ("call/", "call/1/never-mind/", "news/away/"):
        assert Client().post(f"/t/1-AAA-AAA/{path}").status_code == 404
    assert Client().get("/t/1-AAA-AAA/_news").status_code == 404
    assert not Call.objects.exists()


def test_public_pages_do_not_show_reasons_of_calls(session: Session, director: Client) -> None:
    post_call(get_table(session), words="a secret of ours")
    event = session.stage.event
    page_urls = [
        reverse(name, args=[event.club.slug, event.slug])
        for name in ("standings", "rounds", "rank_history")
    ]
    for page_url in [*page_urls, table_url(get_table(session, 2))]:
        response = Client().get(page_url)
        assert response.status_code == 200
        assert "secret" not in page_text(response), page_url
    assert "secret" in page_text(director.get(desk_url(session)))


def test_director_of_another_club_cannot_see_or_answer_calls(session: Session) -> None:
    post_call(get_table(session))
    _club, stranger = club_with_director("Another club")
    stored_call = Call.objects.get()
    stranger_client = signed_in(Client(), stranger)
    responses = [stranger_client.get(desk_url(session, "desk_calls"))]
    responses += [
        stranger_client.post(desk_url(session, name, stored_call.pk))
        for name in ("answer_call", "close_call")
    ]
    assert [response.status_code for response in responses] == [404, 404, 404]


def test_404_page_shows_no_calls(session: Session, director: Client) -> None:
    post_call(get_table(session))
    assert "Table 1 is calling" in page_text(director.get(desk_url(session, "penalties")))
    response = director.get(desk_url(session, "desk_play", 999))
    assert response.status_code == 404
    assert "Table 1 is calling" not in page_text(response)


def test_scorer_answers_calls_but_cannot_announce(session: Session, django_user_model) -> None:
    user = django_user_model.objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    scorer = signed_in(Client(), Actor.of_user(user.pk))
    post_call(get_table(session))
    page = page_text(scorer.get(desk_url(session)))
    assert page.count("Tables calling") == 1
    assert "Announcement to every phone" not in page
    scorer.post(desk_url(session, "answer_call", Call.objects.get().pk))
    assert Call.objects.get().answered_by == user
    assert scorer.post(desk_url(session, "announce"), {"text": "Supper"}).status_code == 404


def test_other_desk_pages_show_open_calls(session: Session, director: Client) -> None:
    page = page_text(director.get(desk_url(session, "penalties")))
    poll_url = first_match(r'hx-get="([^"]+)"', page).replace("&amp;", "&")
    assert director.get(poll_url).status_code == 204
    post_call(get_table(session))
    calls_bar = page_text(director.get(poll_url))
    assert "Table 1 is calling" in calls_bar
    assert 'data-calling="1"' in calls_bar
    assert desk_url(session, "answer_call", Call.objects.get().pk) in calls_bar, (
        "the calls_bar has a button that answers the call"
    )
    post_call(get_table(session, 3))
    page = page_text(director.get(desk_url(session, "penalties")))
    assert "2 tables are calling" in page
    assert "I am coming" not in page, "with several calls the director chooses on the desk"
    for stored_call in Call.objects.all():
        director.post(desk_url(session, "answer_call", stored_call.pk))
    assert "Table 1 is calling" not in page_text(director.get(desk_url(session, "penalties")))


def test_news_fragment_answers_204_until_news_change(session: Session, director: Client) -> None:
    table = get_table(session)
    phone = linked_client(table)
    poll_url = first_match(
        r'id="news-now"[^>]*hx-get="([^"]+)"', page_text(phone.get(table_url(table)))
    )
    assert phone.get(poll_url).status_code == 204
    desk_poll_url = first_match(
        r'id="calls"[^>]*hx-get="([^"]+)"', page_text(director.get(desk_url(session)))
    ).replace("&amp;", "&")
    assert director.get(desk_poll_url).status_code == 204
    post_call(table)
    assert "Director called at" in page_text(phone.get(poll_url))
    fragment = page_text(director.get(desk_poll_url))
    assert 'id="calls-said" hx-swap-oob="innerHTML"> Table 1 is calling the director.' in fragment
    Call.objects.update(at=timezone.now() - timedelta(minutes=1))
    next_poll_url = first_match(r'hx-get="([^"]+)"', fragment).replace("&amp;", "&")
    assert "hx-swap-oob" not in page_text(director.get(next_poll_url)), (
        "a longer wait is not read out again"
    )


def test_announcement_page_offers_to_remove_it(session: Session, director: Client) -> None:
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
    phone, other_phone = linked_client(get_table(session)), linked_client(get_table(session, 2))
    own_url, other_table_url = table_url(get_table(session)), table_url(get_table(session, 2))
    assert director.post(desk_url(session, "announce"), {"text": MESSAGE})["Location"] == desk_url(
        session
    )
    announcement = Announcement.objects.get()
    number = current_plays(get_table(session))[0].board.number
    for page_url in (own_url, table_url(get_table(session), number), f"{own_url}side/"):
        assert ESCAPED_MESSAGE in page_text(phone.get(page_url))
    assert phone.post(f"{own_url}news/away/", {"announcement": announcement.pk, "board": number})[
        "Location"
    ] == table_url(get_table(session), number)
    assert ESCAPED_MESSAGE not in page_text(phone.get(own_url))
    assert ESCAPED_MESSAGE in page_text(other_phone.get(other_table_url))
    announce(session, "Supper at ten", director_of(session), "requestkey")
    assert "Supper at ten" in page_text(phone.get(own_url))
    assert ESCAPED_MESSAGE not in page_text(other_phone.get(other_table_url))
    assert "Supper at ten" in page_text(director.get(desk_url(session)))
    director.post(desk_url(session, "withdraw_announcement", Announcement.objects.latest("pk").pk))
    for client in (phone, other_phone):
        assert not re.search("Supper|cheats", page_text(client.get(own_url)))


def test_dismissing_an_invalid_announcement_changes_nothing(session: Session) -> None:
    client, own_url = linked_client(get_table(session)), table_url(get_table(session))
    announce(session, "Supper at ten", director_of(session), "requestkey")
    for invalid in ("", "x", "9" * 50):
        assert client.post(f"{own_url}news/away/", {"announcement": invalid}).status_code == 302
    assert "Supper at ten" in page_text(client.get(own_url))


def test_director_confirms_replacing_an_unseen_announcement(
    session: Session, director: Client
) -> None:
    def hidden_fields(page: str) -> dict[str, str]:
        form = page.split(f'action="{desk_url(session, "announce")}"')[1].split("</form>")[0]
        return {name: hidden_value(form, name) for name in ("key", "seen")}

    stale_fields = hidden_fields(page_text(director.get(desk_url(session))))
    announce(session, "Supper at ten", director_of(session), "requestkey")
    response = director.post(
        desk_url(session, "announce"), {"text": "The bar closes", **stale_fields}
    )
    assert response.status_code == 409
    assert "“Supper at ten”" in page_text(response)
    assert ">The bar closes</textarea>" in page_text(response)
    assert [announcement.text for announcement in Announcement.objects.all()] == ["Supper at ten"]
    assert director.post(
        desk_url(session, "announce"),
        {"text": "The bar closes", **hidden_fields(page_text(response))},
    ).url
    assert Announcement.objects.latest("pk").text == "The bar closes"


def test_second_director_learns_who_answers_the_call(session: Session, director: Client) -> None:
    post_call(get_table(session, 2))
    colleague = get_user_model().objects.create_user("Quima")
    add_member(session.stage.event.club, colleague.pk, Membership.Role.DIRECTOR, SYSTEM)
    colleague_client, answer_url = Client(), desk_url(session, "answer_call", Call.objects.get().pk)
    colleague_client.force_login(colleague)
    assert "sees that you are coming" in page_text(colleague_client.post(answer_url, follow=True))
    later_page = page_text(director.post(answer_url, follow=True))
    assert "Quima is already going to table 2." in later_page
    assert "sees that you are coming" not in later_page
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
    event, actor = session.stage.event, director_of(session)
    page_url = reverse("standings", args=[event.club.slug, event.slug])
    poll_url = first_match(r'id="standings" hx-get="([^"]+)"', page_text(Client().get(page_url)))
    assert Client().get(poll_url).status_code == 204
    announce(session, "Supper at ten", actor, "requestkey")
    changed_response = Client().get(poll_url)
    assert "Supper at ten" in page_text(changed_response)
    next_poll_url = first_match(r'hx-get="([^"]+)"', page_text(changed_response)).replace(
        "&amp;", "&"
    )
    assert Client().get(next_poll_url).status_code == 204
    assert "Supper at ten" in page_text(Client().get(page_url))
    finish_session(session.pk, actor)
    assert "Supper at ten" not in page_text(Client().get(next_poll_url))


def test_table_reports_which_board_could_not_be_played(session: Session, director: Client) -> None:
    table = get_table(session, 2)
    client, board_number = linked_client(table), current_plays(table)[0].board.number
    board_page = page_text(client.get(table_url(table, board_number)))
    assert board_page.count('name="unplayed"') == 1
    assert f'name="unplayed" value="{board_number}"' in board_page
    table_page = page_text(client.get(table_url(table)))
    assert table_page.count('name="unplayed"') == len(current_plays(table))
    post_call(table, client, unplayed=str(board_number), board=str(board_number), key="once")
    assert Call.objects.get().reasons == [["unplayed", str(board_number)]]
    assert f"board {board_number} could not be played" in page_text(director.get(desk_url(session)))
    assert f"board {board_number} could not be played" in page_text(client.get(table_url(table)))


def test_fragment_contains_the_call_form_only_for_a_phone_that_shows_another_round(
    session: Session,
) -> None:
    """The session is in round 1; `round` is the round that the phone shows."""
    table = get_table(session, 2)
    client = linked_client(table)
    fragment_url = f"{table_url(table)}_now?seen=before&round="
    assert 'name="unplayed"' not in page_text(client.get(f"{fragment_url}1"))
    assert 'name="unplayed"' in page_text(client.get(f"{fragment_url}2"))


def test_rejected_call_form_names_its_table(session: Session) -> None:
    table = get_table(session)
    form_data = {"kind": "card", "key": "once"}
    response = linked_client(table).post(
        f"{table_url(table)}call/", form_data, headers={"HX-Request": "true"}
    )
    assert f"Call the director to table {table.label}" in page_text(response)
