"""The list of open problems: missing results, phones that cannot send, site errors."""

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import RESULT, desk_url, first_play, signed_in
from tournaments.access import cache_limits, phone_reports
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Entry, Play, Round, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

NOTHING_WAITS = "There is no result to decide."
PHONES_CANNOT_SEND = "Phones cannot send: the site has an error."


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    cache.clear()


def waiting_section(client: Client, session: Session) -> str:
    """Return the section "Waiting for you" of the desk with normalized whitespace."""
    page = client.get(desk_url(session)).content.decode()
    match = re.search(r'<section class="panel waiting".*?</section>', page, re.S)
    assert match
    return " ".join(match[0].split())


def poll(table: Table, query: str, client: Client | None = None) -> Any:
    """Return the response to a phone's poll of its table."""
    url = reverse("table_fragment", args=[code_of(table)])
    return (client or Client()).get(f"{url}?{query}")


def table_of(session: Session, number: int = 1) -> Table:
    return Table.objects.select_related("section").get(section__session=session, number=number)


def mark_as_not_played(play: Play, director: Actor) -> None:
    kind = Entry.Kind.VOID
    decide_play(
        play.pk,
        kind,
        {},
        replaces=play.revision,
        reason="no time",
        actor=director,
        key=f"void-{play.pk}",
    )


def test_desk_lists_boards_missing_in_a_round_that_has_ended(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=2)
    signed_in(client, director)
    assert NOTHING_WAITS in waiting_section(client, session)
    evening.enter(first_play(session), RESULT)
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    waiting = waiting_section(client, session)
    assert "Waiting for you (5)" in waiting
    assert NOTHING_WAITS not in waiting
    assert f'href="{desk_url(session, "typing")}?round=1&amp;table=2"' in waiting


def test_desk_lists_a_late_result_once_and_not_as_missing(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=2)
    signed_in(client, director)
    round_ = playing_round(session)
    assert round_
    late = first_play(session)
    end_round(round_.pk, director)
    assert "Waiting for you (6)" in waiting_section(client, session)
    submit_entry(late.pk, RESULT, evening.at(late, "ns"), "late")
    waiting = waiting_section(client, session)
    assert "Waiting for you (6)" in waiting
    assert "Results missing from rounds that are over (5)" in waiting


def test_desk_does_not_count_a_board_marked_as_not_played_as_missing(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=2)
    signed_in(client, director)
    for play in Play.objects.filter(seating__round=playing_round(session)):
        mark_as_not_played(play, director)
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    assert NOTHING_WAITS in waiting_section(client, session)


def test_board_marked_as_not_played_is_not_counted_as_entered(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=2)
    play = first_play(session)
    mark_as_not_played(play, director)
    page = " ".join(signed_in(client, director).get(desk_url(session)).content.decode().split())
    assert "<strong>0</strong> of 5 boards in" in page
    assert "1 board not played" in page


def test_desk_shows_unsent_and_refused_results_of_a_phone_until_they_are_dealt_with(
    client: Client,
) -> None:
    session, director = evening.started(6, round_count=3)
    table, phone = table_of(session), Client()
    signed_in(client, director)
    poll(table, "unsent=2&refused=1", phone)
    waiting = waiting_section(client, session)
    assert "Table 1: 2 results on a phone are not sent yet" in waiting
    assert "Table 1: 1 result on a phone was not accepted" in waiting
    assert desk_url(session, "corrections_of_table", table.pk) in waiting
    assert "Waiting for you (3)" in waiting
    poll(table, "", phone)
    assert NOTHING_WAITS in waiting_section(client, session)


def test_open_desk_learns_of_an_unsent_result_with_its_next_poll(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    context = signed_in(client, director).get(desk_url(session)).context
    query = {"seen": context["desk_version"], "step": context["desk"].step}
    assert client.get(desk_url(session, "desk_update"), query).status_code == 204
    poll(table_of(session), "unsent=1")
    assert (
        "1 result on a phone is not sent yet"
        in client.get(desk_url(session, "desk_update"), query).content.decode()
    )


def test_report_of_a_phone_expires_by_itself(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    poll(table_of(session), "unsent=1")
    later_time = phone_reports.time.time() + cache_limits.PHONE_REPORT_SECONDS + 1
    with patch.object(phone_reports.time, "time", return_value=later_time):
        assert NOTHING_WAITS in waiting_section(signed_in(client, director), session)


def test_phones_of_a_table_cannot_store_more_than_a_few_reports(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    for _device in range(cache_limits.MAX_DEVICES_PER_TABLE + 3):
        poll(table_of(session), "unsent=1")
    text = f"Table 1: {cache_limits.MAX_DEVICES_PER_TABLE} results on a phone are not sent yet"
    assert text in waiting_section(signed_in(client, director), session)


@pytest.mark.parametrize(
    "query", ["unsent=-1", "unsent=x", "refused=", "failing=yes", "unsent=1" + "0" * 30]
)
def test_garbage_in_a_phones_report_is_ignored(client: Client, query: str) -> None:
    session, director = evening.started(6, round_count=3)
    assert poll(table_of(session), query).status_code == 200
    assert NOTHING_WAITS in waiting_section(signed_in(client, director), session)


def test_number_that_a_phone_reports_is_bounded(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    poll(table_of(session), "unsent=999999999")
    assert "Table 1: 99 results" in waiting_section(signed_in(client, director), session)


def test_report_does_not_change_the_answer_of_a_phones_poll() -> None:
    session, _director = evening.started(6, round_count=3)
    phone, table = Client(), table_of(session)
    seen = poll(table, "", phone).context["seen"]
    assert poll(table, f"seen={seen}&unsent=3&failing=1", phone).status_code == 204


def test_desk_shows_in_red_that_the_site_failed_to_take_a_result(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    play, phone = first_play(session), Client(raise_request_exception=False)
    url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    with patch("tournaments.web.phone.views.submit_entry", side_effect=KeyError("renunci")):
        assert phone.post(url, {"side": "ns", **RESULT}).status_code == 500
    waiting = waiting_section(signed_in(client, director), session)
    assert PHONES_CANNOT_SEND in waiting
    assert 'class="wait bad"' in waiting
    cache.clear()
    assert NOTHING_WAITS in waiting_section(client, session)


def test_desk_shows_in_red_that_a_phone_was_answered_with_a_server_error(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    poll(table_of(session), "unsent=1&failing=1")
    assert PHONES_CANNOT_SEND in waiting_section(signed_in(client, director), session)


def test_page_that_is_not_found_is_no_server_error(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    table = table_of(session)
    Client().post(reverse("table_board", args=[code_of(table), 999]), {"side": "ns"})
    Client().get(reverse("table_prepare_board", args=[code_of(table), 1]))
    assert PHONES_CANNOT_SEND not in waiting_section(signed_in(client, director), session)
    assert Round.objects.filter(section__session=session, ended_at__isnull=False).count() == 0


def refuse_on_phone(session: Session, phone: Client) -> Play:
    """Let a phone at table 1 send impossible points and report that it stores them."""
    play = first_play(session)
    table = play.seating.table
    url = reverse("table_board", args=[code_of(table), play.board.number])
    response = phone.post(url, {"side": "ns", **RESULT, "ns_points": "99"})
    assert response.status_code == 422
    poll(table, f"refused=1&refused_at={table.pk}.{play.board.number}", phone)
    return play


def test_desk_names_the_board_of_a_result_that_was_not_accepted(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    play = refuse_on_phone(session, Client())
    waiting = waiting_section(signed_in(client, director), session)
    assert f"Table 1, board {play.board.number}: a result on a phone was not accepted" in waiting
    assert f'href="{desk_url(session, "desk_play", play.pk)}#from-phones"' in waiting
    assert "Waiting for you (1)" in waiting


def test_board_page_shows_what_a_phone_sent_and_why_it_was_not_accepted(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    phone = Client()
    play = refuse_on_phone(session, phone)
    url = desk_url(session, "desk_play", play.pk)
    page = signed_in(client, director).get(url).content.decode()
    page_text = " ".join(page[page.index('id="from-phones"') :].split())
    assert "99" in page_text
    assert "Points of N-S: 99 is not between 0 and 72." in page_text
    assert '?use=sent-1#decide"' in page_text
    assert 'value="99"' in client.get(url, {"use": "sent-1"}).content.decode()
    poll(play.seating.table, "", phone)
    assert 'id="from-phones"' not in client.get(url).content.decode()


def test_accepted_result_of_a_phone_removes_its_refused_one(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    phone = Client()
    play = refuse_on_phone(session, phone)
    url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    assert phone.post(url, {"side": "ns", **RESULT, "sure": "yes"}).status_code == 302
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert 'id="from-phones"' not in page


def test_desk_says_why_a_result_for_a_board_of_another_table_was_refused(
    client: Client,
) -> None:
    session, director = evening.started(6, round_count=3)
    table, phone = table_of(session), Client()
    number = 99
    phone.post(reverse("table_board", args=[code_of(table), number]), {"side": "ns", **RESULT})
    poll(table, f"refused=1&refused_at={table.pk}.{number}", phone)
    waiting = waiting_section(signed_in(client, director), session)
    assert f"Table 1, board {number}: a result on a phone was not accepted" in waiting
    assert desk_url(session, "corrections_of_table", table.pk) in waiting
    assert "<p>There is no board 99" in waiting


@pytest.mark.parametrize(
    "places", ["x", "1", "1.", ".1", "1.1.1", "9" * 40 + ".1", "99999999.1", "1.1,1.1"]
)
def test_garbage_among_the_boards_that_a_phone_names_is_ignored(
    client: Client, places: str
) -> None:
    session, director = evening.started(6, round_count=3)
    assert poll(table_of(session), f"refused=1&refused_at={places}").status_code == 200
    assert "Waiting for you (1)" in waiting_section(signed_in(client, director), session)


def test_board_with_two_problems_is_counted_once(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=2)
    play = refuse_on_phone(session, Client())
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    place = f"{play.seating.table_id}.{play.board.number}"
    poll(play.seating.table, f"unsent=1&unsent_at={place}")
    assert "Waiting for you (6)" in waiting_section(signed_in(client, director), session)


def ask_on_phone(session: Session, phone: Client) -> Play:
    """Let a phone at table 1 send its last board first, and store the result as a question."""
    play = first_play(session).seating.plays.order_by("-board__number")[0]
    table = play.seating.table
    url = reverse("table_board", args=[code_of(table), play.board.number])
    response = phone.post(url, {"side": "ns", **RESULT, "key": "k1"})
    assert response.status_code == 422
    assert 'name="sure"' in response.content.decode()
    poll(table, f"refused=1&refused_at={table.pk}.{play.board.number}", phone)
    return play


def test_desk_shows_a_question_to_a_table_only_if_it_stays_unanswered(client: Client) -> None:
    session, director = evening.started(8, round_count=4, boards_per_round=3)
    phone = Client()
    play = ask_on_phone(session, phone)
    table = play.seating.table
    signed_in(client, director)
    assert NOTHING_WAITS in waiting_section(client, session)
    later_time = phone_reports.time.time() + cache_limits.UNANSWERED_QUESTION_SECONDS + 1
    with patch.object(phone_reports.time, "time", return_value=later_time):
        poll(table, f"refused=1&refused_at={table.pk}.{play.board.number}", phone)
        waiting = waiting_section(client, session)
    number = play.board.number
    assert (
        f"Table 1, board {number}: the table has not yet said whether its result is correct"
        in waiting
    )
    assert "was not accepted" not in waiting
    assert "#state-entered" in waiting
    assert "Waiting for you (1)" in waiting


def test_desk_shows_no_refused_result_while_a_phone_has_just_confirmed_it(client: Client) -> None:
    session, director = evening.started(8, round_count=4, boards_per_round=3)
    phone = Client()
    play = ask_on_phone(session, phone)
    url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    form_data = {"side": "ns", **RESULT, "key": "k1", "sure": "yes"}
    assert phone.post(url, form_data).status_code == 302
    waiting = waiting_section(signed_in(client, director), session)
    assert NOTHING_WAITS in waiting, "the phone has not polled since"


def test_board_page_says_that_the_table_has_not_answered_a_question(client: Client) -> None:
    session, director = evening.started(8, round_count=4, boards_per_round=3)
    play = ask_on_phone(session, Client())
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    page_text = " ".join(page.split())
    assert "Not sent yet: the table is asked whether this is right" in page_text
    assert "Sent from a phone, but not accepted" not in page_text
