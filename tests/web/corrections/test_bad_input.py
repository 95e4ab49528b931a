"""Invalid input to a correction page is explained or not found, and stores nothing."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import SEED, enter_round, pairs, play_out, play_round, started
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import (
    AuditAction,
    Contestant,
    Entry,
    Event,
    IdempotencyRecord,
    Membership,
    Play,
    Player,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    SitOut,
    Substitution,
    UndoStep,
    Venue,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.contestants.late_arrival_seats import (
    LateArrivalSeats,
    tables_for_newcomer,
    tables_for_resting,
)
from tournaments.queries.history.audit import AuditFilter, audit_page
from tournaments.queries.rounds.seating import playing_round
from tournaments.web.corrections.planned_tables import encode_seats, encode_tables

pytestmark = pytest.mark.django_db

FormData = dict[str, object]


@dataclass(frozen=True)
class CorrectionPage:
    """A correction page with the choices of its link and the fields of its form.

    `of` is the primary key in its URL, None for the event's own pages.
    """

    page: str
    of: object
    chosen: FormData
    form: FormData

    def address(self, session: Session, of: object = None, **other: object) -> str:
        chosen, row = {**self.chosen, **other}, self.of if of is None else of
        query = "&".join(f"{key}={value}" for key, value in chosen.items() if value is not None)
        return f"{desk_url(session, self.page, *([] if row is None else [row]))}?{query}"


def _turned(session: Session) -> CorrectionPage:
    return CorrectionPage("correction_turned", _seating(session).table_id, {"round": 2}, {})


def _opponents(session: Session) -> CorrectionPage:
    one, other = (_seating(session, item).places.earliest("pk").contestant_id for item in (1, 2))
    return CorrectionPage(
        "correction_opponents",
        _seating(session).table_id,
        {"round": 2, "one": one, "other": other},
        {},
    )


def _board(session: Session) -> CorrectionPage:
    play = _seating(session).plays.get(board__number=11)
    return CorrectionPage(
        "correction_board",
        _seating(session).table_id,
        {"round": 2, "play": play.pk, "board": 1},
        {},
    )


def _set(session: Session) -> CorrectionPage:
    return CorrectionPage(
        "correction_set", _seating(session).table_id, {"round": 2, "board": 1}, {}
    )


def _results(session: Session) -> CorrectionPage:
    one, other = _seating(session).plays.order_by("board__number")
    return CorrectionPage(
        "correction_results",
        _seating(session).table_id,
        {"round": 2, "play": one.pk, "to": other.pk},
        {},
    )


def _fouled(session: Session) -> CorrectionPage:
    board = session.boards.get(number=5)
    return CorrectionPage(
        "correction_fouled", board.pk, {"play": board.plays.earliest("pk").pk}, {}
    )


def _out(session: Session) -> CorrectionPage:
    return CorrectionPage("correction_void_board", session.boards.get(number=5).pk, {}, {})


def _last_round(session: Session) -> CorrectionPage:
    return CorrectionPage("correction_last_round", session.sections.get(number=1).pk, {}, {})


def _fewer_boards(session: Session) -> CorrectionPage:
    return CorrectionPage("correction_fewer_boards", session.sections.get(number=1).pk, {}, {})


def _seats(session: Session) -> CorrectionPage:
    sat = {"N": "S", "S": "N", "E": "E", "W": "W"}
    return CorrectionPage("correction_seats", _seating(session).table_id, {"round": 2, **sat}, {})


def _side(session: Session) -> CorrectionPage:
    play = _seating(session).plays.earliest("board__number")
    return CorrectionPage(
        "correction_side", _seating(session).table_id, {"round": 2, "play": play.pk}, {}
    )


def _substitute(session: Session) -> CorrectionPage:
    leaving = _seating(session).places.earliest("pk").player_id
    form: FormData = {"goes": leaving, "name": "Carla Mas", "since": "3.0", "until": 0}
    return CorrectionPage("correction_substitute", _seating(session).table_id, {"round": 2}, form)


def _leaves(session: Session) -> CorrectionPage:
    withdrawn = _seating(session).places.earliest("pk").contestant_id
    return CorrectionPage(
        "correction_departure", None, {"contestant": withdrawn, "instead": "Ona Pi – Iu Pi"}, {}
    )


def _joins(session: Session) -> CorrectionPage:
    """Return the page for a late arrival, with a seat vacated before."""
    _let_leave(session, 1)
    section = playing_round(session).section
    seats = LateArrivalSeats(section.pk, tuple(tables_for_newcomer(section)))
    return CorrectionPage(
        "correction_late_arrival",
        None,
        {"name": "Ona Pi – Iu Pi"},
        {"planned": encode_seats(seats)},
    )


def _rests(session: Session) -> CorrectionPage:
    _let_leave(session, 3)
    section = playing_round(session).section
    planned = encode_tables(tables_for_resting(section))
    return CorrectionPage("correction_sit_outs", section.pk, {}, {"planned": planned})


def _let_leave(session: Session, number: int) -> None:
    """Let contestants who sit N leave, from the first table on."""
    for table in range(1, number + 1):
        withdrawn = _seating(session, table).places.get(seat="N").contestant_id
        withdraw_during_session(session.stage.event, withdrawn, SYSTEM)


def _of_act(page: str) -> Callable[[Session], CorrectionPage]:
    def page_(session: Session) -> CorrectionPage:
        ended = UndoStep.objects.filter(event=session.stage.event, kind=AuditAction.END_ROUND)
        return CorrectionPage(page, ended.latest("pk").pk, {}, {})

    return page_


# Each page with valid input, for which it corrects something.
CORRECTION_PAGES: dict[str, Callable[[Session], CorrectionPage]] = {
    "turned": _turned,
    "opponents": _opponents,
    "another board": _board,
    "another set": _set,
    "results": _results,
    "other cards": _fouled,
    "board out": _out,
    "last round": _last_round,
    "a board less": _fewer_boards,
    "other seats": _seats,
    "wrong side": _side,
    "substitute": _substitute,
    "leaves": _leaves,
    "joins": _joins,
    "rests": _rests,
    "undo": _of_act("undo_step"),
    "restore": _of_act("restore_before_step"),
}
# Pages that undo steps; they ask for no reason.
UNDO_PAGES = {"undo_step", "restore_before_step"}

PAGES_WITHOUT_REASON = {"correction_substitute", *UNDO_PAGES}

# Tested every day; the others at night.
DAILY_PAGES = {"another board", "board out", "leaves", "undo"}


def by_night(name: str) -> object:
    return () if name in DAILY_PAGES else pytest.mark.thorough


every_page = pytest.mark.parametrize(
    "page",
    [pytest.param(page, id=name, marks=by_night(name)) for name, page in CORRECTION_PAGES.items()],
)


def each_page_alone(*sessions: Session) -> Iterator[list[CorrectionPage]]:
    """Yield every page in some sessions, and roll back what each needed."""
    for page in CORRECTION_PAGES.values():
        with transaction.atomic():
            yield [page(session) for session in sessions]
            transaction.set_rollback(True)


NO_NUMBERS = ("", "0", "-1", "1,5", "eleven", "99", "9" * 18, "9" * 40, "11 OR 1=1", "%00", None)
NO_NAMES = ("", " ", "\0", "x" * 10_000, "a, b", None)
NO_PAIRS = ("One alone", "A – B – C", "A – A", "%00", "x" * 10_000)
# Invalid values of choices that are no numbers.
INVALID_VALUES = {"instead": NO_PAIRS, "name": ("", "%0A", None, *NO_PAIRS)}

WORDS = ("x" * 10_000, "a\0b", "1\n2")


@pytest.fixture
def evening(client: Client) -> tuple[Session, Actor]:
    """Return a session with one round over and all results of the second entered, logged in."""
    session, director = started(8, movement="howell", rounds=7, boards_per_round=2)
    play_round(session, director, random.Random(3))
    enter_round(playing_round(session), random.Random(5))
    signed_in(client, director)
    return session, director


def _seating(session: Session, table: int = 1) -> Seating:
    seatings = Seating.objects.filter(round__section__session=session, round__number=2)
    return seatings.get(table__number=table)


STORED_MODELS = (
    UndoStep,
    Contestant,
    Entry,
    SeatHolder,
    Play,
    Round,
    Seating,
    SitOut,
    Substitution,
)


def stored() -> list[object]:
    """Return everything that a correction may write."""
    facts = [list(item.objects.order_by("pk").values()) for item in STORED_MODELS]
    return [
        *facts,
        IdempotencyRecord.objects.count(),
        Session.objects.values_list("rounds_planned", flat=True)[0],
    ]


def requests_storing_nothing(
    client: Client, address: str, form: FormData
) -> Iterator[HttpResponse]:
    """Yield the responses to a GET and a POST; fails if anything is stored."""
    before = stored()
    yield client.get(address)
    yield client.post(
        address, {key: value for key, value in form.items() if value is not None}, follow=True
    )
    assert stored() == before, (address, form)


def is_explained(answer: HttpResponse) -> bool:
    """Return whether a page is not found, says what is wrong, or asks for what is missing."""
    redirects = getattr(answer, "redirect_chain", [])
    return answer.status_code == 404 or (
        answer.status_code in ((200,) if redirects else (400, 422))
        and ('class="problems"' in (page := answer.content.decode()) or "<h1>" in page)
    )


@pytest.mark.daily(1)
@every_page
def test_wrong_choice_is_explained(evening, client: Client, page) -> None:
    session, _director = evening
    page_ = page(session)
    for name in page_.chosen.keys() - {"round"}:
        for value in INVALID_VALUES.get(name, NO_NUMBERS):
            looked, posted = requests_storing_nothing(
                client, page_.address(session, **{name: value}), page_.form
            )
            assert looked.status_code in (200, 404), (name, value)
            assert is_explained(posted), (name, value)


@every_page
def test_forged_form_is_rejected(evening, client: Client, page) -> None:
    session, _director = evening
    page_ = page(session)
    for name in page_.form.keys() - {"until"}:
        for value in (*NO_NUMBERS, *WORDS) if name != "name" else NO_NAMES:
            _looked, posted = requests_storing_nothing(
                client, page_.address(session), page_.form | {name: value}
            )
            assert is_explained(posted), (name, value)


@pytest.mark.thorough
def test_rows_of_another_event_are_not_found(evening, client: Client) -> None:
    session, director = evening
    for page_, other_page in each_page_alone(session, another_event(session, director)):
        _finds_no_rows_of(session, client, page_, other_page)


def _finds_no_rows_of(
    session: Session, client: Client, page_: CorrectionPage, other_page: CorrectionPage
) -> None:
    for posted in (
        requests_storing_nothing(client, page_.address(session, other_page.of), page_.form)
        if other_page.of
        else ()
    ):
        assert posted.status_code == 404
    if other_page.form.get("planned"):
        _looked, posted = requests_storing_nothing(client, page_.address(session), other_page.form)
        assert is_explained(posted)
    for name in [name for name in page_.chosen if page_.chosen[name] != other_page.chosen[name]]:
        looked, posted = requests_storing_nothing(
            client, page_.address(session, **{name: other_page.chosen[name]}), page_.form
        )
        assert looked.status_code == 200
        assert is_explained(posted), name


def another_event(session: Session, director: Actor) -> Session:
    """Create an equal event in the same club."""
    plan = EventPlan("Another", movement_key="howell")
    stage = create_event(session.stage.event.club, plan, pairs(8), director)
    other = create_session(stage, 7, 2, director, seed=SEED)
    deal_session(other.pk, "sort", director)
    start_session(other.pk, director)
    other.refresh_from_db()
    play_round(other, director, random.Random(3))
    enter_round(playing_round(other), random.Random(5))
    return other


# Other form fields with the expected status: rejected, or applied once nevertheless.
FORMS: dict[str, tuple[FormData, int]] = {
    "a reason of 10,000 letters": ({"reason": "x" * 10_000}, 422),
    "letters for what was seen": ({"seen": "eleven"}, 302),
    "a long number for what was seen": ({"seen": "9" * 40}, 302),
    "a key that nobody gave": ({"key": "unknown"}, 302),
    "a key of 10,000 letters": ({"key": "x" * 10_000}, 302),
    "a key that is none": ({"key": "../../?"}, 302),
    "nothing": ({}, 302),
    "a NUL in the reason": ({"reason": "a\0b"}, 400),
}


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", FORMS)
def test_other_form_fields_are_checked(evening, client: Client, name: str) -> None:
    session, _director = evening
    page_, (form, status) = _turned(session), FORMS[name]
    before, entries = stored(), UndoStep.objects.count()
    answer = client.post(page_.address(session), form)
    assert answer.status_code == status
    if status == 302:
        assert UndoStep.objects.count() == entries + 1
    else:
        assert stored() == before
    if status == 422:
        assert "in at most 200 characters" in answer.content.decode()


# Corrections that have the same effect twice, or concern one step that is undone or not.
NEVER_STALE = {"last round", "other cards", "undo", "restore"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(item, marks=by_night(item))
        for item in sorted(set(CORRECTION_PAGES) - NEVER_STALE)
    ],
)
def test_stale_preview_is_not_applied(evening, client: Client, name: str) -> None:
    session, _director = evening
    page_ = CORRECTION_PAGES[name](session)
    client.post(page_.address(session), page_.form)
    response = client.post(page_.address(session), page_.form | {"seen": 0})
    assert "Somebody was quicker." in response.content.decode()
    assert is_explained(response)


@pytest.fixture(params=["nobody", "stranger", "player", "scorer", "other venue"])
def other_client(request: pytest.FixtureRequest, evening) -> Client:
    """Return the browser of a user who directs nothing in this event."""
    session, _director = evening
    client, club = Client(), session.stage.event.club
    if request.param == "nobody":
        return client
    user = get_user_model().objects.create_user(request.param)
    client.force_login(user)
    if request.param == "player":
        Player.objects.filter(club=club, name="Anna 1").update(user=user)
    if request.param == "scorer":
        add_member(club, user.pk, Membership.Role.SCORER, SYSTEM)
    if request.param == "other venue":
        venue = Venue.objects.create(club=club, name="Vic")
        Section.objects.create(session=session, number=2, name="Vic", venue=venue)
        add_member(club, user.pk, Membership.Role.VENUE_DIRECTOR, SYSTEM).venues.add(venue)
    return client


@pytest.mark.daily(1)
def test_pages_are_not_found_by_other_users(evening, other_client: Client) -> None:
    session, _director = evening
    for (page_,) in each_page_alone(session):
        for answer in requests_storing_nothing(other_client, page_.address(session), page_.form):
            led = answer.headers.get("Location", answer.request["PATH_INFO"])
            to_sign_in = "sign-in" in led
            assert to_sign_in or answer.status_code == 404, page_.page


@pytest.mark.thorough
def test_nothing_can_be_corrected_before_the_start(client: Client) -> None:
    session, director = started(8, movement="howell", rounds=7, boards_per_round=2)
    play_round(session, director)
    enter_round(playing_round(session), random.Random(5))
    signed_in(client, director)
    for (page_,) in each_page_alone(session):
        Round.objects.filter(section__session=session).update(started_at=None, ended_at=None)
        Session.objects.filter(pk=session.pk).update(started_at=None, state=Session.State.DEALT)
        looked, posted = requests_storing_nothing(client, page_.address(session), page_.form)
        is_there = page_.of is None or page_.page in UNDO_PAGES
        assert looked.status_code == (200 if is_there else 404), page_.page
        assert is_explained(posted), page_.page


@pytest.mark.daily(1)
@pytest.mark.parametrize("publish", [False, True], ids=["over", "published"])
@every_page
def test_correction_after_the_session_is_applied_or_explained(
    evening, client: Client, page, publish
) -> None:
    session, director = evening
    page_ = page(session)
    play_out(session, director)
    if publish:
        publish_event(session.stage.event_id, director)
    assert client.get(page_.address(session)).status_code == 200
    answer = client.post(page_.address(session), page_.form)
    assert answer.status_code == 302 or is_explained(answer)


# Pages that still show their form for a read-only event, and refuse it when it is sent.
PAGES_REFUSED_ON_POST = {"correction_substitute", "correction_departure", "correction_late_arrival"}

READ_ONLY = "it can only be looked at"


@pytest.mark.thorough
def test_read_only_event_cannot_be_corrected(evening, client: Client) -> None:
    session, _director = evening
    for (page_,) in each_page_alone(session):
        Event.objects.update(read_only=True)
        looked, posted = requests_storing_nothing(client, page_.address(session), page_.form)
        for answer in (looked, posted) if page_.page not in PAGES_REFUSED_ON_POST else (posted,):
            assert answer.status_code == 404 or READ_ONLY in answer.content.decode(), page_.page


@every_page
def test_reason_is_shown_in_the_audit_and_can_be_redacted(evening, client: Client, page) -> None:
    session, director = evening
    page_, reason = page(session), "they said so at the bar"
    client.post(page_.address(session), page_.form | {"reason": reason})
    reasons = [] if page_.page in PAGES_WITHOUT_REASON else [reason]
    lines = audit_page(session.stage.event.club, director.user_id, AuditFilter()).lines
    assert [line.free_text for line in lines if line.is_redactable] == reasons
