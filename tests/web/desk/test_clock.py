"""The round clock at the desk and on phones: display, buttons, minutes and breaks."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.scenes.divided_session import dealt_at_venues, section_of
from tests.scenes.evening import started
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.rounds.sessions import start_session
from tournaments.models import ClockPause, Play, Round, Session, Table, TimeExtension
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


def page_text(response: object) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


@pytest.fixture
def session_and_director(client: Client) -> tuple[Session, Actor]:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    signed_in(client, director)
    return session, director


def phone_of(session: Session) -> str:
    table = Table.objects.select_related("section").filter(section__session=session).earliest("pk")
    return page_text(Client().get(f"/t/{code_of(table)}/"))


def test_phones_show_the_minutes_and_breaks_that_a_director_sets(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    client.post(desk_url(session, "event_clock"), {"minutes_per_round": "25", "break_2": "15"})
    with time_machine.travel(playing_round(session).started_at, tick=False):
        assert "25 min left" in phone_of(session)
        assert re.search(r"ends \d\d:\d\d", phone_of(session))
        page = page_text(client.get(desk_url(session, "event_clock")))
    assert 'value="25"' in page
    assert 'data-left="1500"' in page
    assert list(session.breaks.values_list("after_round", "minutes")) == [(2, 15)]
    Round.objects.filter(number=2).update(ended_at=timezone.now())
    Round.objects.filter(number__in=(1, 2)).update(
        started_at=timezone.now(), ended_at=timezone.now()
    )
    Round.objects.filter(number=3).update(started_at=timezone.now())
    assert "Break until" in phone_of(session)


def test_every_page_of_the_desk_shows_the_round_in_progress_and_its_time(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    client.post(desk_url(session, "event_clock"), {"minutes_per_round": "25"})
    round_ = playing_round(session)
    with time_machine.travel(round_.started_at, tick=False):
        page = page_text(client.get(desk_url(session, "penalties")))
    assert "Round 1 <small>of 4</small>" in page
    assert 'data-left="1500">25<span class="colon">:</span>00<' in page
    Round.objects.filter(pk=round_.pk).update(ended_at=timezone.now())
    assert "data-left" not in page_text(client.get(desk_url(session, "penalties")))


def test_every_page_of_the_desk_shows_how_many_boards_of_the_round_are_in(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    plays = Play.objects.filter(seating__round=playing_round(session)).order_by("pk")
    assert len(plays) == 8
    Play.objects.filter(pk=plays[0].pk).update(state=Play.State.CONFIRMED)
    page = page_text(client.get(desk_url(session, "penalties")))
    assert "<strong>1</strong> of 8 boards in" in page
    assert "differs" not in page
    Play.objects.filter(pk=plays[1].pk).update(state=Play.State.CONFLICT)
    page = page_text(client.get(desk_url(session, "event_clock")))
    assert "<strong>1</strong> of 8 boards in" in page
    link = rf'href="{desk_url(session)}"[^>]*> <svg[^>]*>.{{0,60}}</svg> 1 differs'
    assert re.search(link, page)
    assert re.search(link, page_text(client.get(desk_url(session, "event_copy"))))
    Round.objects.filter(ended_at=None, number=1).update(ended_at=timezone.now())
    assert "boards in" not in page_text(client.get(desk_url(session, "penalties")))


def test_clock_form_shows_errors_beside_their_fields(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    response = client.post(
        desk_url(session, "event_clock"), {"minutes_per_round": "0", "break_1": "500"}
    )
    assert response.status_code == 422
    assert "Write minutes from 1 to 600" in page_text(response)
    assert "Write minutes from 1 to 240" in page_text(response)
    assert not session.breaks.exists()


def hidden_fields(page: str) -> dict[str, str]:
    """Return the hidden values that a clock button sends."""
    return dict(re.findall(r'type="hidden" name="(key|back)" value="(\w*)"', page))


def test_adding_minutes_twice_with_one_key_adds_them_once(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    first_form = hidden_fields(page_text(client.get(desk_url(session, "event_clock"))))
    for _attempt in range(2):
        response = client.post(
            desk_url(session, "clock_add_minutes"), {**first_form, "minutes": "2"}
        )
        assert response.headers["Location"] == desk_url(session, "event_clock")
    assert TimeExtension.objects.get().seconds == 120
    assert "16 min left" in phone_of(session)
    second_form = hidden_fields(page_text(client.get(desk_url(session, "event_clock"))))
    client.post(desk_url(session, "clock_add_minutes"), {**second_form, "minutes": "-2"})
    assert "14 min left" in phone_of(session)


def test_one_table_can_be_given_more_minutes(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    section = session.sections.get()
    form_data = {"key": "a" * 32, "minutes": "5", "section": section.pk, "table": "2"}
    response = client.post(desk_url(session, "clock_add_minutes"), form_data, follow=True)
    assert "The time of table 2 has changed." in page_text(response)
    assert TimeExtension.objects.get().to_table.number == 2
    assert (
        client.post(
            desk_url(session, "clock_add_minutes"), {**form_data, "table": "99"}
        ).status_code
        == 404
    )


def test_pausing_and_resuming_the_clock_is_shown_everywhere(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    client.post(desk_url(session, "clock_pause"))
    assert "Clock stopped: about 14 minutes left" in phone_of(session)
    page = page_text(client.post(desk_url(session, "clock_pause"), follow=True))
    assert "The clock has been stopped since" in page
    assert "Resume the clock" in page_text(client.get(desk_url(session, "desk_clock")))
    client.post(desk_url(session, "clock_resume"))
    assert "Stop the clock" in page_text(client.get(desk_url(session, "desk_clock")))
    assert ClockPause.objects.exclude(until=None).count() == 1


def test_clock_fragment_changes_with_actions_and_not_with_time(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    seen_match = re.search(r"seen=(\w+)", page_text(client.get(desk_url(session, "desk_clock"))))
    assert seen_match
    url = f"{desk_url(session, 'desk_clock')}?seen={seen_match[1]}"
    assert client.get(url).status_code == 204
    client.post(desk_url(session, "clock_add_minutes"), {"key": "b" * 32, "minutes": "2"})
    assert client.get(url).status_code == 200


def test_phone_is_notified_once_when_its_time_is_over(
    session_and_director: tuple[Session, Actor],
) -> None:
    """The phone counts down by itself; its poll does not change until a phase ends."""
    session, _director = session_and_director
    table = Table.objects.select_related("section").filter(section__session=session).earliest("pk")
    match = re.search(
        r'hx-get="([^"]+now[^"]*)"', Client().get(f"/t/{code_of(table)}/").content.decode()
    )
    assert match
    Round.objects.filter(ended_at=None, number=1).update()
    assert Client().get(match[1]).status_code == 204
    an_hour_ago = timezone.now() - timedelta(minutes=60)
    Round.objects.filter(number=1).update(started_at=an_hour_ago)
    assert "since " in page_text(Client().get(match[1]))


def test_venue_sees_and_sets_only_its_own_clock(client: Client) -> None:
    session, director, staff = dealt_at_venues()
    start_session(session.pk, director)
    signed_in(client, staff["Biblioteca de Vic"])
    page = page_text(client.get(desk_url(session, "event_clock")))
    assert "<h3>Vic</h3>" in page
    assert "<h3>A</h3>" not in page
    assert "Set the clock" not in page
    client.post(desk_url(session, "clock_pause"))
    assert [pause.section.name for pause in ClockPause.objects.select_related("section")] == ["Vic"]
    other_section = section_of(session, "A").pk
    assert (
        client.post(desk_url(session, "clock_pause"), {"section": other_section}).status_code == 404
    )


def test_late_session_is_offered_fair_ways_to_end_earlier(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, _director = session_and_director
    url = desk_url(session, "desk_clock") + "?back=clock"
    assert "To end earlier" not in page_text(client.get(url))
    Round.objects.filter(number=1).update(started_at=timezone.now() - timedelta(minutes=60))
    page = page_text(client.get(url))
    assert "Leave out the last round" in page
    assert "Play a board less in each later round" in page
    assert "Leave out the last round" in page_text(client.get(desk_url(session)))


def test_desk_page_includes_the_clock(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    """A clock that is loaded later would move everything below it."""
    session, _director = session_and_director
    with time_machine.travel(playing_round(session).started_at, tick=False):
        page = page_text(client.get(desk_url(session)))
    assert re.search(
        r'data-digits data-left="\d+">\d+<span class="colon">:</span>00</strong>', page
    )
    assert 'hx-trigger="load"' not in page
