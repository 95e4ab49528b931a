"""Invalid input to a correction page is answered with an explanation or 404, and stores nothing."""

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
    tables_for_sitting_out,
)
from tournaments.queries.history.audit import AuditFilter, audit_page
from tournaments.queries.rounds.seating import playing_round
from tournaments.web.corrections.planned_tables import encode_seats, encode_tables

pytestmark = pytest.mark.django_db

FormData = dict[str, object]


@dataclass(frozen=True)
class CorrectionPage:
    """A correction page: the choices in its query string, and the fields of its form.

    `row_id` is the primary key in its URL, None for the event's own pages.
    """

    url_name: str
    row_id: object
    query: FormData
    form: FormData

    def url(self, session: Session, row_id: object = None, **changes: object) -> str:
        """Return the URL of the page, if given with the id of another row or with other choices."""
        query = {**self.query, **changes}
        row_id = self.row_id if row_id is None else row_id
        path = desk_url(session, self.url_name, *([] if row_id is None else [row_id]))
        pairs = [f"{key}={value}" for key, value in query.items() if value is not None]
        return f"{path}?{'&'.join(pairs)}"


def _turned_table_page(session: Session) -> CorrectionPage:
    return CorrectionPage("correction_turned", _seating(session).table_id, {"round": 2}, {})


def _opponents_page(session: Session) -> CorrectionPage:
    contestant_id, other_id = (
        _seating(session, table_number).places.earliest("pk").contestant_id
        for table_number in (1, 2)
    )
    return CorrectionPage(
        "correction_opponents",
        _seating(session).table_id,
        {"round": 2, "one": contestant_id, "other": other_id},
        {},
    )


def _other_board_page(session: Session) -> CorrectionPage:
    play = _seating(session).plays.get(board__number=11)
    return CorrectionPage(
        "correction_board",
        _seating(session).table_id,
        {"round": 2, "play": play.pk, "board": 1},
        {},
    )


def _other_set_page(session: Session) -> CorrectionPage:
    return CorrectionPage(
        "correction_set", _seating(session).table_id, {"round": 2, "board": 1}, {}
    )


def _exchanged_results_page(session: Session) -> CorrectionPage:
    play, other_play = _seating(session).plays.order_by("board__number")
    return CorrectionPage(
        "correction_results",
        _seating(session).table_id,
        {"round": 2, "play": play.pk, "to": other_play.pk},
        {},
    )


def _fouled_board_page(session: Session) -> CorrectionPage:
    board = session.boards.get(number=5)
    return CorrectionPage(
        "correction_fouled", board.pk, {"play": board.plays.earliest("pk").pk}, {}
    )


def _void_board_page(session: Session) -> CorrectionPage:
    return CorrectionPage("correction_void_board", session.boards.get(number=5).pk, {}, {})


def _last_round_page(session: Session) -> CorrectionPage:
    return CorrectionPage("correction_last_round", session.sections.get(number=1).pk, {}, {})


def _fewer_boards_page(session: Session) -> CorrectionPage:
    return CorrectionPage("correction_fewer_boards", session.sections.get(number=1).pk, {}, {})


def _seats_page(session: Session) -> CorrectionPage:
    new_seats = {"N": "S", "S": "N", "E": "E", "W": "W"}
    return CorrectionPage(
        "correction_seats", _seating(session).table_id, {"round": 2, **new_seats}, {}
    )


def _side_page(session: Session) -> CorrectionPage:
    play = _seating(session).plays.earliest("board__number")
    return CorrectionPage(
        "correction_side", _seating(session).table_id, {"round": 2, "play": play.pk}, {}
    )


def _substitute_page(session: Session) -> CorrectionPage:
    replaced_player_id = _seating(session).places.earliest("pk").player_id
    form: FormData = {"goes": replaced_player_id, "name": "Carla Mas", "since": "3.0", "until": 0}
    return CorrectionPage("correction_substitute", _seating(session).table_id, {"round": 2}, form)


def _departure_page(session: Session) -> CorrectionPage:
    contestant_id = _seating(session).places.earliest("pk").contestant_id
    return CorrectionPage(
        "correction_departure", None, {"contestant": contestant_id, "instead": "Ona Pi – Iu Pi"}, {}
    )


def _late_arrival_page(session: Session) -> CorrectionPage:
    """Return the page for a late arrival, with a seat vacated before."""
    _withdraw_contestants(session, 1)
    section = playing_round(session).section
    seats = LateArrivalSeats(section.pk, tuple(tables_for_newcomer(section)))
    return CorrectionPage(
        "correction_late_arrival",
        None,
        {"name": "Ona Pi – Iu Pi"},
        {"planned": encode_seats(seats)},
    )


def _sit_outs_page(session: Session) -> CorrectionPage:
    _withdraw_contestants(session, 3)
    section = playing_round(session).section
    planned = encode_tables(tables_for_sitting_out(section))
    return CorrectionPage("correction_sit_outs", section.pk, {}, {"planned": planned})


def _withdraw_contestants(session: Session, contestant_count: int) -> None:
    """Let contestants who sit N leave, from the first table on."""
    for table in range(1, contestant_count + 1):
        contestant_id = _seating(session, table).places.get(seat="N").contestant_id
        withdraw_during_session(session.stage.event, contestant_id, SYSTEM)


def _undo_page(url_name: str) -> Callable[[Session], CorrectionPage]:
    def make_page(session: Session) -> CorrectionPage:
        end_steps = UndoStep.objects.filter(event=session.stage.event, kind=AuditAction.END_ROUND)
        return CorrectionPage(url_name, end_steps.latest("pk").pk, {}, {})

    return make_page


# Each page with valid input, for which it corrects something.
CORRECTION_PAGES: dict[str, Callable[[Session], CorrectionPage]] = {
    "turned": _turned_table_page,
    "opponents": _opponents_page,
    "another board": _other_board_page,
    "another set": _other_set_page,
    "results": _exchanged_results_page,
    "fouled board": _fouled_board_page,
    "void board": _void_board_page,
    "last round": _last_round_page,
    "fewer boards": _fewer_boards_page,
    "other seats": _seats_page,
    "wrong side": _side_page,
    "substitute": _substitute_page,
    "departure": _departure_page,
    "late arrival": _late_arrival_page,
    "sit-outs": _sit_outs_page,
    "undo": _undo_page("undo_step"),
    "restore": _undo_page("restore_before_step"),
}
# Pages that undo steps; they ask for no reason.
UNDO_PAGES = {"undo_step", "restore_before_step"}

PAGES_WITHOUT_REASON = {"correction_substitute", *UNDO_PAGES}

# Tested every day; the others at night.
DAILY_PAGES = {"another board", "void board", "departure", "undo"}


def marks_of(name: str) -> object:
    """Return the mark of a page, by its name: `thorough` unless it is tested every day."""
    return () if name in DAILY_PAGES else pytest.mark.thorough


every_page = pytest.mark.parametrize(
    "make_page",
    [
        pytest.param(make_page, id=name, marks=marks_of(name))
        for name, make_page in CORRECTION_PAGES.items()
    ],
)


def prepared_pages(*sessions: Session) -> Iterator[list[CorrectionPage]]:
    """Yield each page for each session; roll back what a page prepared before the next one."""
    for make_page in CORRECTION_PAGES.values():
        with transaction.atomic():
            yield [make_page(session) for session in sessions]
            transaction.set_rollback(True)


INVALID_NUMBERS = (
    "",
    "0",
    "-1",
    "1,5",
    "eleven",
    "99",
    "9" * 18,
    "9" * 40,
    "11 OR 1=1",
    "%00",
    None,
)
INVALID_NAMES = ("", " ", "\0", "x" * 10_000, "a, b", None)
INVALID_PAIRS = ("One alone", "A – B – C", "A – A", "%00", "x" * 10_000)
# Invalid values of choices that are no numbers.
INVALID_VALUES = {"instead": INVALID_PAIRS, "name": ("", "%0A", None, *INVALID_PAIRS)}

INVALID_WORDS = ("x" * 10_000, "a\0b", "1\n2")


@pytest.fixture
def session_and_director(client: Client) -> tuple[Session, Actor]:
    """Return a session in its second round with all results entered; the client is signed in."""
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director, random.Random(3))
    enter_round(playing_round(session), random.Random(5))
    signed_in(client, director)
    return session, director


def _seating(session: Session, table_number: int = 1) -> Seating:
    seatings = Seating.objects.filter(round__section__session=session, round__number=2)
    return seatings.get(table__number=table_number)


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


def stored_rows() -> list[object]:
    """Return everything that a correction may write."""
    tables = [list(model.objects.order_by("pk").values()) for model in STORED_MODELS]
    return [
        *tables,
        IdempotencyRecord.objects.count(),
        Session.objects.values_list("rounds_planned", flat=True)[0],
    ]


def responses_storing_nothing(client: Client, url: str, form: FormData) -> Iterator[HttpResponse]:
    """Yield the responses to a GET and a POST; fails if anything is stored."""
    rows_before = stored_rows()
    yield client.get(url)
    yield client.post(
        url, {key: value for key, value in form.items() if value is not None}, follow=True
    )
    assert stored_rows() == rows_before, (url, form)


def is_explained_or_not_found(response: HttpResponse) -> bool:
    """Return whether a page is not found, names a problem, or is shown again for another choice."""
    redirects = getattr(response, "redirect_chain", [])
    return response.status_code == 404 or (
        response.status_code in ((200,) if redirects else (400, 422))
        and ('class="problems"' in (page := response.content.decode()) or "<h1>" in page)
    )


@pytest.mark.daily(1)
@every_page
def test_wrong_choice_is_explained_or_not_found(
    session_and_director, client: Client, make_page
) -> None:
    session, _director = session_and_director
    correction_page = make_page(session)
    for name in correction_page.query.keys() - {"round"}:
        for value in INVALID_VALUES.get(name, INVALID_NUMBERS):
            page_response, form_response = responses_storing_nothing(
                client, correction_page.url(session, **{name: value}), correction_page.form
            )
            assert page_response.status_code in (200, 404), (name, value)
            assert is_explained_or_not_found(form_response), (name, value)


@every_page
def test_forged_form_is_rejected(session_and_director, client: Client, make_page) -> None:
    session, _director = session_and_director
    correction_page = make_page(session)
    for name in correction_page.form.keys() - {"until"}:
        for value in (*INVALID_NUMBERS, *INVALID_WORDS) if name != "name" else INVALID_NAMES:
            _page_response, form_response = responses_storing_nothing(
                client, correction_page.url(session), correction_page.form | {name: value}
            )
            assert is_explained_or_not_found(form_response), (name, value)


@pytest.mark.thorough
def test_rows_of_another_event_are_not_found(session_and_director, client: Client) -> None:
    session, director = session_and_director
    for correction_page, other_page in prepared_pages(session, another_event(session, director)):
        _assert_finds_no_rows_of(session, client, correction_page, other_page)


def _assert_finds_no_rows_of(
    session: Session, client: Client, correction_page: CorrectionPage, other_page: CorrectionPage
) -> None:
    """Request a page with the row, the plan and each choice of another event's page."""
    if other_page.row_id:
        for response in responses_storing_nothing(
            client, correction_page.url(session, other_page.row_id), correction_page.form
        ):
            assert response.status_code == 404
    if other_page.form.get("planned"):
        _page_response, form_response = responses_storing_nothing(
            client, correction_page.url(session), other_page.form
        )
        assert is_explained_or_not_found(form_response)
    for name, value in correction_page.query.items():
        if value == other_page.query[name]:
            continue
        page_response, form_response = responses_storing_nothing(
            client,
            correction_page.url(session, **{name: other_page.query[name]}),
            correction_page.form,
        )
        assert page_response.status_code == 200
        assert is_explained_or_not_found(form_response), name


def another_event(session: Session, director: Actor) -> Session:
    """Create an equal event in the same club."""
    plan = EventPlan("Another", movement_key="howell")
    stage = create_event(session.stage.event.club, plan, pairs(8), director)
    other_session = create_session(stage, 7, 2, director, seed=SEED)
    deal_session(other_session.pk, "sort", director)
    start_session(other_session.pk, director)
    other_session.refresh_from_db()
    play_round(other_session, director, random.Random(3))
    enter_round(playing_round(other_session), random.Random(5))
    return other_session


# Unusual form fields, and the status of the response: they are rejected, or have no effect and the
# correction is applied.
UNUSUAL_FIELDS: dict[str, tuple[FormData, int]] = {
    "a reason of 10,000 letters": ({"reason": "x" * 10_000}, 422),
    "letters as the last step seen": ({"seen": "eleven"}, 302),
    "a long number as the last step seen": ({"seen": "9" * 40}, 302),
    "an unknown key": ({"key": "unknown"}, 302),
    "a key of 10,000 letters": ({"key": "x" * 10_000}, 302),
    "a malformed key": ({"key": "../../?"}, 302),
    "nothing": ({}, 302),
    "a NUL in the reason": ({"reason": "a\0b"}, 400),
}


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", UNUSUAL_FIELDS)
def test_other_form_fields_are_checked(session_and_director, client: Client, name: str) -> None:
    session, _director = session_and_director
    correction_page, (form_data, status) = _turned_table_page(session), UNUSUAL_FIELDS[name]
    rows_before, step_count = stored_rows(), UndoStep.objects.count()
    response = client.post(correction_page.url(session), form_data)
    assert response.status_code == status
    if status == 302:
        assert UndoStep.objects.count() == step_count + 1
    else:
        assert stored_rows() == rows_before
    if status == 422:
        assert "in at most 200 characters" in response.content.decode()


# Corrections that need no check for stale previews: they may be repeated, or concern a single step.
NEVER_STALE = {"last round", "fouled board", "undo", "restore"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(item, marks=marks_of(item))
        for item in sorted(set(CORRECTION_PAGES) - NEVER_STALE)
    ],
)
def test_stale_preview_is_not_applied(session_and_director, client: Client, name: str) -> None:
    session, _director = session_and_director
    correction_page = CORRECTION_PAGES[name](session)
    client.post(correction_page.url(session), correction_page.form)
    response = client.post(correction_page.url(session), correction_page.form | {"seen": 0})
    assert "Somebody was quicker." in response.content.decode()
    assert is_explained_or_not_found(response)


@pytest.fixture(params=["nobody", "stranger", "player", "scorer", "other venue"])
def other_client(request: pytest.FixtureRequest, session_and_director) -> Client:
    """Return the browser of a user who directs nothing in this event."""
    session, _director = session_and_director
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
def test_pages_are_not_found_by_other_users(session_and_director, other_client: Client) -> None:
    session, _director = session_and_director
    for (correction_page,) in prepared_pages(session):
        for response in responses_storing_nothing(
            other_client, correction_page.url(session), correction_page.form
        ):
            location = response.headers.get("Location", response.request["PATH_INFO"])
            redirects_to_sign_in = "sign-in" in location
            assert redirects_to_sign_in or response.status_code == 404, correction_page.url_name


@pytest.mark.thorough
def test_nothing_can_be_corrected_before_the_start(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director)
    enter_round(playing_round(session), random.Random(5))
    signed_in(client, director)
    for (correction_page,) in prepared_pages(session):
        Round.objects.filter(section__session=session).update(started_at=None, ended_at=None)
        Session.objects.filter(pk=session.pk).update(started_at=None, state=Session.State.DEALT)
        page_response, form_response = responses_storing_nothing(
            client, correction_page.url(session), correction_page.form
        )
        page_exists = correction_page.row_id is None or correction_page.url_name in UNDO_PAGES
        assert page_response.status_code == (200 if page_exists else 404), correction_page.url_name
        assert is_explained_or_not_found(form_response), correction_page.url_name


@pytest.mark.daily(1)
@pytest.mark.parametrize("publish", [False, True], ids=["over", "published"])
@every_page
def test_correction_after_the_session_is_applied_or_explained(
    session_and_director, client: Client, make_page, publish
) -> None:
    session, director = session_and_director
    correction_page = make_page(session)
    play_out(session, director)
    if publish:
        publish_event(session.stage.event_id, director)
    assert client.get(correction_page.url(session)).status_code == 200
    response = client.post(correction_page.url(session), correction_page.form)
    assert response.status_code == 302 or is_explained_or_not_found(response)


# Pages that still show their form for a read-only event, and refuse it when it is sent.
PAGES_REFUSED_ON_POST = {"correction_substitute", "correction_departure", "correction_late_arrival"}

READ_ONLY_TEXT = "it can only be looked at"


@pytest.mark.thorough
def test_read_only_event_cannot_be_corrected(session_and_director, client: Client) -> None:
    session, _director = session_and_director
    for (correction_page,) in prepared_pages(session):
        Event.objects.update(read_only=True)
        page_response, form_response = responses_storing_nothing(
            client, correction_page.url(session), correction_page.form
        )
        for response in (
            (page_response, form_response)
            if correction_page.url_name not in PAGES_REFUSED_ON_POST
            else (form_response,)
        ):
            assert response.status_code == 404 or READ_ONLY_TEXT in response.content.decode(), (
                correction_page.url_name
            )


@every_page
def test_reason_is_shown_in_the_audit_and_can_be_redacted(
    session_and_director, client: Client, make_page
) -> None:
    session, director = session_and_director
    correction_page, reason = make_page(session), "they said so at the bar"
    client.post(correction_page.url(session), correction_page.form | {"reason": reason})
    reasons = [] if correction_page.url_name in PAGES_WITHOUT_REASON else [reason]
    lines = audit_page(session.stage.event.club, director.user_id, AuditFilter()).lines
    assert [line.free_text for line in lines if line.is_redactable] == reasons
