"""Edits of an event's details, and the pages that show them."""

import re
import time
from datetime import UTC, datetime

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.scenes.matches import started_matches
from tests.web.signed_in import desk_url, signed_in
from tournaments.access import page_cache as kept
from tournaments.access.cached_responses import ResponseCache
from tournaments.actions.contestants.fees import mark_paid
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.idempotency import Conflict
from tournaments.actions.rounds.sessions import create_session, finish_session
from tournaments.models import AuditAction, AuditEntry, Event, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.events.details import details_digest
from tournaments.queries.history.audit import AuditFilter, audit_page
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"
# 21:30 in Madrid.
SUMMER = datetime(2027, 7, 1, 19, 30, tzinfo=UTC)


@pytest.fixture
def event_before_start(client: Client) -> tuple[Session, Actor]:
    session, director = evening.created(8, movement="howell", round_count=2, boards_per_round=1)
    signed_in(client, director)
    return session, director


def played_event() -> tuple[Session, Actor]:
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=1)
    evening.play_round(session, director)
    catch_up()
    return session, director


def event_of(session: Session) -> Event:
    return Event.objects.get(pk=session.stage.event_id)


def form_data(session: Session, **changed: str) -> dict[str, str]:
    """Return what the form sends, as if the page had just been opened."""
    event = event_of(session)
    return {
        "shown": details_digest(event),
        "name": event.name,
        "starts_at": "",
        "place": event.place,
        "note": event.note,
        "fee": "0",
        "results_shown": event.results_shown,
        "tiebreak_1": (event.tiebreaks or [""])[0],
    } | changed


def edit(client: Client, session: Session, **changed: str) -> HttpResponse:
    return client.post(desk_url(session, "event_edit"), form_data(session, **changed))


ALL = {
    "name": "  Lliga d'estiu ",
    "starts_at": "2027-07-01T21:30",
    "place": "Bar <Sol>",
    "note": "Bring\r\nwater",
    "fee": "7,50",
    "results_shown": "session",
    "tiebreak_1": "points",
}


def test_edited_details_are_stored_and_the_slug_stays(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, _director = event_before_start
    answer = edit(client, session, **ALL)
    assert answer.headers["Location"] == desk_url(session)
    event = event_of(session)
    assert (event.name, event.slug, event.starts_at) == ("Lliga d'estiu", "campionat", SUMMER)
    assert (event.place, event.note, event.fee_cents) == ("Bar <Sol>", "Bring\nwater", 750)
    assert (event.results_shown, event.tiebreaks) == ("session", ["points"])


def test_audit_has_an_entry_only_if_details_have_changed(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, director = event_before_start
    edit(client, session)
    edit(client, session, name="Nit", fee="5", starts_at="2027-07-01T21:30")
    (line,) = AuditEntry.objects.filter(verb=AuditAction.EDIT_EVENT)
    assert line.data == {
        "changed": {
            "name": ["Campionat", "Nit"],
            "fee_cents": [0, 500],
            "starts_at": [None, SUMMER.isoformat()],
        }
    }
    (read,) = audit_page(
        session.stage.event.club, director.user_id or 0, AuditFilter(action=AuditAction.EDIT_EVENT)
    ).lines
    assert {str(subject) for subject in read.subjects} == {
        "Name: Campionat → Nit",
        "Fee: 0.00 → 5.00",
        "Begins: – → 2027-07-01 21:30",
    }


def test_wrong_details_are_all_reported_and_keep_what_was_typed(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, _director = event_before_start
    wrong = {"name": " ", "starts_at": "2150-02-30T10:00", "fee": "much"}
    wrong |= {"place": "x" * 121, "note": "y" * 2001}
    answer = edit(
        client, session, **wrong, results_shown="never", tiebreak_2="sum_x", tiebreak_1="sum_x"
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    for problem in (
        "Give the event a name.",
        "Enter a day and a time",
        "Use at most 120 characters.",
        "Use at most 2000 characters.",
        "Write the fee as a number",
        "Select a valid choice",
        "is chosen twice",
    ):
        assert problem in page, problem
    for typed in ("x" * 121, "y" * 2001, 'value="much"', 'value="2150-02-30"'):
        assert typed in page
    assert not AuditEntry.objects.filter(verb=AuditAction.EDIT_EVENT).exists()


@pytest.mark.parametrize(
    "starts_at", ["1999-12-31T10:00", "2200-01-01T10:00", "2027-03-28T02:30", "9999-12-31T23:59"]
)
def test_impossible_time_is_refused(
    client: Client, event_before_start: tuple[Session, Actor], starts_at: str
) -> None:
    answer = edit(client, event_before_start[0], starts_at=starts_at)
    assert answer.status_code == 422
    day, time = starts_at.split("T")
    page = answer.content.decode()
    assert f'value="{day}"' in page
    assert f'value="{time}"' in page


@pytest.mark.parametrize("time", ["21:30", "21.30", "21h30", "2130", " 21:30 ", "２１：３０"])
def test_time_is_written_with_24_hours(
    client: Client, event_before_start: tuple[Session, Actor], time: str
) -> None:
    session, _director = event_before_start
    edit(client, session, starts_at="2027-07-01", starts_at_time=time)
    assert event_of(session).starts_at == SUMMER


@pytest.mark.parametrize(
    ("day", "time", "problem"),
    [
        ("2027-07-01", "", "Enter the time too, such as 21:00."),
        ("", "21:30", "Enter the day too, or delete the time."),
        ("2027-07-01", "9:30 PM", "Write the time with 24 hours, such as 21:00."),
        ("2027-07-01", "24:00", "Write the time with 24 hours, such as 21:00."),
        ("2027-07-01", "21", "Write the time with 24 hours, such as 21:00."),
    ],
)
def test_start_needs_a_day_and_a_time_with_24_hours(
    client: Client, event_before_start: tuple[Session, Actor], day: str, time: str, problem: str
) -> None:
    session, _director = event_before_start
    answer = edit(client, session, starts_at=day, starts_at_time=time)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert problem in page
    assert f'value="{time}"' in page
    assert event_of(session).starts_at is None


def test_form_without_fields_changes_nothing(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, _director = event_before_start
    digest_before = details_digest(event_of(session))
    assert client.post(desk_url(session, "event_edit"), {}).status_code == 422
    assert client.post(desk_url(session, "event_edit"), {"shown": digest_before}).status_code == 302
    assert details_digest(event_of(session)) == digest_before


def test_second_editor_sees_what_is_stored_beside_what_they_wrote(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, director = event_before_start
    form = form_data(session, name="Mine", place="Bar Sol")
    edit_event(session.stage.event_id, {"name": "Theirs & others", "fee_cents": 250}, director)
    response = client.post(desk_url(session, "event_edit"), form)
    page = response.content.decode()
    assert response.status_code == 409
    assert event_of(session).name == "Theirs & others"
    assert "Somebody else has changed this event meanwhile" in page
    for text in ("Theirs &amp; others", "2.50", 'value="Mine"', 'value="Bar Sol"'):
        assert text in page
    second_attempt = {**form, "shown": details_digest(event_of(session))}
    assert second_attempt["shown"] in page
    assert client.post(desk_url(session, "event_edit"), second_attempt).status_code == 302
    assert (event_of(session).name, event_of(session).place) == ("Mine", "Bar Sol")


def test_programs_that_edit_different_details_do_not_conflict(
    event_before_start: tuple[Session, Actor],
) -> None:
    session, director = event_before_start
    digest_shown = details_digest(event_of(session))
    edit_event(session.stage.event_id, {"place": "Bar Sol"}, director)
    with pytest.raises(Conflict):
        edit_event(session.stage.event_id, {"note": "late"}, director, digest_shown)
    edit_event(session.stage.event_id, {"note": "late"}, director)
    assert (event_of(session).place, event_of(session).note) == ("Bar Sol", "late")


def test_tiebreaks_are_fixed_after_the_first_result(
    client: Client,
) -> None:
    session, director = played_event()
    signed_in(client, director)
    page = client.get(desk_url(session, "event_edit")).content.decode()
    assert 'name="tiebreak_1"' not in page
    assert "This cannot change any more, because there are results." in page
    answer = edit(client, session, name="Typed name", tiebreak_1="points", results_shown="round")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "the tie-breaks can no longer change" in page
    assert 'value="Typed name"' in page
    assert event_of(session).name == "Campionat"
    form = form_data(session, name="Typed name", results_shown="round")
    form.pop("tiebreak_1")
    assert client.post(desk_url(session, "event_edit"), form).status_code == 302
    assert (event_of(session).name, event_of(session).results_shown) == ("Typed name", "round")


def test_published_event_keeps_the_details_of_its_standings(client: Client) -> None:
    session, director = played_event()
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    signed_in(client, director)
    answer = edit(client, session, name="Nit", results_shown="session")
    assert answer.status_code == 422
    assert "The standings are published" in answer.content.decode()
    form = form_data(
        session, name="Nit", place="Bar", note="n", fee="3", starts_at="2026-01-02T10:00"
    )
    fixed = {
        key: value for key, value in form.items() if key not in ("results_shown", "tiebreak_1")
    }
    assert client.post(desk_url(session, "event_edit"), fixed).status_code == 302
    assert (event_of(session).name, event_of(session).fee_cents) == ("Nit", 300)
    with pytest.raises(ValidationFailed) as refused:
        edit_event(
            session.stage.event_id, {"tiebreaks": ["points"], "results_shown": "round"}, director
        )
    assert [problem.field for problem in refused.value.problems] == ["results_shown", "tiebreaks"]


def test_choices_for_missed_sessions_do_not_mention_means_if_totals_rank(client: Client) -> None:
    session, director = started_matches(4, "round_robin", round_count=3)
    signed_in(client, director)
    page = client.get(desk_url(session, "event_edit")).content.decode()
    assert "ranked by the total, with nothing for that session" in page
    assert "ranked by the mean per board" not in page


def test_fee_is_fixed_once_somebody_has_paid(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, director = event_before_start
    mark_paid(session.stage.event.contestants.get(number=1), director)
    answer = edit(client, session, fee="5", place="Bar Sol")
    assert answer.status_code == 422
    assert "Somebody has already paid this fee" in answer.content.decode()
    assert event_of(session).place == ""


def test_read_only_event_cannot_be_edited_and_demo_event_can(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, director = event_before_start
    Event.objects.update(demo=True)
    assert edit(client, session, name="Nit").status_code == 302
    Event.objects.update(read_only=True)
    page = client.get(desk_url(session, "event_edit")).content.decode()
    assert 'name="name"' not in page
    assert edit(client, session, name="Other").status_code == 422
    with pytest.raises(ValidationFailed) as refused:
        edit_event(session.stage.event_id, {"name": "Other"}, director)
    assert [problem.code for problem in refused.value.problems] == ["read_only"]
    assert event_of(session).name == "Nit"


def test_form_on_the_desk_edits_when_results_are_shown(client: Client) -> None:
    session, director = played_event()
    signed_in(client, director)
    client.post(desk_url(session, "results_shown"), {"when": "session"})
    client.post(desk_url(session, "results_shown"), {"when": "sometime"})
    (line,) = AuditEntry.objects.filter(verb=AuditAction.EDIT_EVENT)
    assert line.data == {"changed": {"results_shown": ["at_once", "session"]}}


PUBLIC = (
    "/club-manilla/",
    EVENT,
    f"{EVENT}rounds/",
    f"{EVENT}places/",
    f"{EVENT}contestants/1/",
    f"{EVENT}sessions/1/deals/",
)


def test_every_page_shows_the_new_name_day_and_place(client: Client) -> None:
    session, director = played_event()
    signed_in(client, director)
    urls = [
        *PUBLIC,
        *(desk_url(session, name) for name in ("event_desk", "table_sheets", "printed_results")),
    ]
    for url in urls:
        assert "Campionat" in client.get(url).content.decode(), url
    edit_event(
        session.stage.event_id,
        {"name": "Nit d'estiu", "starts_at": SUMMER.replace(year=2025), "place": "Bar <Sol>"},
        director,
    )
    for url in urls:
        content = client.get(url).content.decode().replace("\u00a0", " ")
        assert "Nit d&#x27;estiu" in content, url
        assert "Campionat" not in content, url
        if url in ("/club-manilla/", EVENT) or "paper" in url:
            assert "Bar &lt;Sol&gt;" in content, url
            assert url == "/club-manilla/" or "1 July 2025, 21:30" in content, url
    assert "1 July 2025" in client.get("/desk/").content.decode()


def test_cached_page_shows_an_edit_a_moment_later(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, director = played_event()
    settings.PUBLIC_PAGE_CACHE_SECONDS = 1.0
    monkeypatch.setattr(kept, "_CACHE", ResponseCache(50, 1_000_000))
    for url in PUBLIC:
        Client().get(url)
    edit_event(session.stage.event_id, {"name": "Nit", "place": "Bar Sol"}, director)
    later_time = time.monotonic() + 2
    monkeypatch.setattr(time, "monotonic", lambda: later_time)
    for url in PUBLIC:
        content = Client().get(url).content.decode()
        assert "Nit" in content, url
        assert url not in ("/club-manilla/", EVENT) or "Bar Sol" in content, url
        assert "Campionat" not in content, url


def test_upcoming_events_are_ordered_by_day(client: Client) -> None:
    club, director = evening.club_with_director()
    for name, starts_at in (
        ("Later", SUMMER.replace(day=9)),
        ("Someday", None),
        ("Sooner", SUMMER),
        ("Sometime", None),
    ):
        plan = EventPlan(name, movement_key="howell", starts_at=starts_at)
        create_session(create_event(club, plan, evening.pairs(8), director), 2, 1, director)
    page = client.get("/club-manilla/").content.decode()
    assert re.search(r"<b>1</b>\s*Jul", page)
    places = [page.index(f">{name}<") for name in ("Sooner", "Later", "Sometime", "Someday")]
    assert places == sorted(places)


def test_text_of_an_edit_can_be_removed_from_the_audit(
    event_before_start: tuple[Session, Actor], client: Client
) -> None:
    session, director = event_before_start
    edit_event(session.stage.event_id, {"note": "Ask for Montserrat"}, director)
    owner = get_user_model().objects.get(pk=director.user_id)
    owner.memberships.update(role="owner")
    club = session.stage.event.club
    assert "Montserrat" in client.get(reverse("audit", args=[club.pk])).content.decode()
    line = AuditEntry.objects.get(verb=AuditAction.EDIT_EVENT)
    response = client.post(reverse("audit_blank", args=[club.pk, line.pk]), follow=True)
    assert "Montserrat" not in response.content.decode()
    assert AuditEntry.objects.get(pk=line.pk).data == {"changed": ""}


# 2:30 in Madrid in the night when the clock is put back, and 2:30 an hour later.
FIRST, SECOND = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
AMBIGUOUS_TIME = "2026-10-25T02:30"


@pytest.mark.parametrize("moment", [FIRST, SECOND, SECOND.replace(second=15)])
def test_editing_the_note_keeps_a_start_in_the_repeated_hour(
    client: Client, event_before_start: tuple[Session, Actor], moment: datetime
) -> None:
    session, director = event_before_start
    edit_event(session.stage.event_id, {"starts_at": moment, "standings_from": moment}, director)
    page = client.get(desk_url(session, "event_edit")).content.decode()
    assert page.count('value="2026-10-25"') == page.count('value="02:30"') == 2
    edit(
        client, session, note="Bring water", starts_at=AMBIGUOUS_TIME, standings_from=AMBIGUOUS_TIME
    )
    event = event_of(session)
    assert (event.note, event.starts_at, event.standings_from) == ("Bring water", moment, moment)
    line = AuditEntry.objects.filter(verb=AuditAction.EDIT_EVENT).latest("pk")
    assert line.data["changed"].keys() == {"note"}


def test_repeated_hour_means_the_first_one_as_in_the_api(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, _director = event_before_start
    edit(client, session, starts_at=AMBIGUOUS_TIME)
    assert event_of(session).starts_at == FIRST


def test_skipped_hour_is_refused_and_nothing_is_stored(
    client: Client, event_before_start: tuple[Session, Actor]
) -> None:
    session, _director = event_before_start
    answer = edit(client, session, note="Bring water", starts_at="2027-03-28T02:30")
    assert answer.status_code == 422
    assert "this time does not exist: enter another" in answer.content.decode()
    assert (event_of(session).note, event_of(session).starts_at) == ("", None)
    assert edit(client, session, starts_at="2027-03-28T03:00").status_code == 302


@pytest.mark.parametrize("fee", ["5 €", "€5", "5,-", "5,00 EUR"])
def test_fee_with_a_currency_is_accepted(
    client: Client, event_before_start: tuple[Session, Actor], fee: str
) -> None:
    session, _director = event_before_start
    edit(client, session, fee=fee)
    assert event_of(session).fee_cents == 500
    client.post(desk_url(session, "event_fee"), {"fee": "1.000,00 €"})
    assert event_of(session).fee_cents == 100_000
