"""Invalid input to a correction page is explained or not found, and stores nothing."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests.scenes.evening import SEED, enter_round, pairs, play_out, play_round, started
from tests.scenes.late_and_leaving import let_leave
from tests.web.signed_in import desk, signed_in
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
    LateSeats,
    tables_for_newcomer,
    tables_of_those_who_rest,
)
from tournaments.queries.history.audit import AuditFilter, audit_page
from tournaments.queries.rounds.seating import playing_round
from tournaments.web.corrections.planned_tables import encode_seats, encode_tables

pytestmark = pytest.mark.django_db

Sent = dict[str, object]


@dataclass(frozen=True)
class Asked:
    """A page of repairs as a link or its form asks for it: whose page it is, and what is chosen
    there.

    `of` is None where it is the event's own.
    """

    page: str
    of: object
    chosen: Sent
    form: Sent

    def address(self, session: Session, of: object = None, **other: object) -> str:
        chosen, row = {**self.chosen, **other}, self.of if of is None else of
        query = "&".join(f"{key}={value}" for key, value in chosen.items() if value is not None)
        return f"{desk(session, self.page, *([] if row is None else [row]))}?{query}"


def _turned(session: Session) -> Asked:
    return Asked("repair_turned", _seating(session).table_id, {"round": 2}, {})


def _opponents(session: Session) -> Asked:
    one, other = (_seating(session, each).places.earliest("pk").contestant_id for each in (1, 2))
    return Asked(
        "repair_opponents", _seating(session).table_id, {"round": 2, "one": one, "other": other}, {}
    )


def _board(session: Session) -> Asked:
    play = _seating(session).plays.get(board__number=11)
    return Asked(
        "repair_board", _seating(session).table_id, {"round": 2, "play": play.pk, "board": 1}, {}
    )


def _set(session: Session) -> Asked:
    return Asked("repair_set", _seating(session).table_id, {"round": 2, "board": 1}, {})


def _results(session: Session) -> Asked:
    one, other = _seating(session).plays.order_by("board__number")
    return Asked(
        "repair_results",
        _seating(session).table_id,
        {"round": 2, "play": one.pk, "to": other.pk},
        {},
    )


def _fouled(session: Session) -> Asked:
    board = session.boards.get(number=5)
    return Asked("repair_fouled", board.pk, {"play": board.plays.earliest("pk").pk}, {})


def _out(session: Session) -> Asked:
    return Asked("repair_out", session.boards.get(number=5).pk, {}, {})


def _last_round(session: Session) -> Asked:
    return Asked("repair_last_round", session.sections.get(number=1).pk, {}, {})


def _fewer_boards(session: Session) -> Asked:
    return Asked("repair_fewer_boards", session.sections.get(number=1).pk, {}, {})


def _seats(session: Session) -> Asked:
    sat = {"N": "S", "S": "N", "E": "E", "W": "W"}
    return Asked("repair_seats", _seating(session).table_id, {"round": 2, **sat}, {})


def _side(session: Session) -> Asked:
    play = _seating(session).plays.earliest("board__number")
    return Asked("repair_side", _seating(session).table_id, {"round": 2, "play": play.pk}, {})


def _substitute(session: Session) -> Asked:
    goes = _seating(session).places.earliest("pk").player_id
    form: Sent = {"goes": goes, "name": "Carla Mas", "since": "3.0", "until": 0}
    return Asked("repair_substitute", _seating(session).table_id, {"round": 2}, form)


def _leaves(session: Session) -> Asked:
    gone = _seating(session).places.earliest("pk").contestant_id
    return Asked("repair_leaves", None, {"contestant": gone, "instead": "Ona Pi – Iu Pi"}, {})


def _joins(session: Session) -> Asked:
    """Where somebody has left, there is a place."""
    _let_leave(session, 1)
    section = playing_round(session).section
    seats = LateSeats(section.pk, tuple(tables_for_newcomer(section)))
    return Asked("repair_joins", None, {"name": "Ona Pi – Iu Pi"}, {"planned": encode_seats(seats)})


def _rests(session: Session) -> Asked:
    _let_leave(session, 3)
    section = playing_round(session).section
    planned = encode_tables(tables_of_those_who_rest(section))
    return Asked("repair_rests", section.pk, {}, {"planned": planned})


def _let_leave(session: Session, number: int) -> None:
    """So many of those who are to sit N go home, from the first table on."""
    for table in range(1, number + 1):
        gone = _seating(session, table).places.get(seat="N").contestant_id
        let_leave(session.stage.event, gone, SYSTEM)


def _of_act(page: str) -> Callable[[Session], Asked]:
    def asked(session: Session) -> Asked:
        ended = UndoStep.objects.filter(event=session.stage.event, kind=AuditAction.END_ROUND)
        return Asked(page, ended.latest("pk").pk, {}, {})

    return asked


ASKED: dict[str, Callable[[Session], Asked]] = {
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
    "undo": _of_act("act_undo"),
    "restore": _of_act("act_restore_before"),
}
"""Each page with what makes it mend something; a page more is a line."""
OF_ACTS = {"act_undo", "act_restore_before"}
"""Pages that lead to what was done, and say there why nothing was; no reason is asked for."""

GIVES_NO_REASON = {"repair_substitute", *OF_ACTS}

DAILY = {"another board", "board out", "leaves", "undo"}
"""Asked every day; the others by night."""


def by_night(name: str) -> object:
    return () if name in DAILY else pytest.mark.thorough


every_page = pytest.mark.parametrize(
    "page", [pytest.param(page, id=name, marks=by_night(name)) for name, page in ASKED.items()]
)


def each_by_itself(*sessions: Session) -> Iterator[list[Asked]]:
    """Every page as asked for in some sessions; what it needed for that is undone before the
    next."""
    for page in ASKED.values():
        with transaction.atomic():
            yield [page(session) for session in sessions]
            transaction.set_rollback(True)


NO_NUMBERS = ("", "0", "-1", "1,5", "eleven", "99", "9" * 18, "9" * 40, "11 OR 1=1", "%00", None)
NO_NAMES = ("", " ", "\0", "x" * 10_000, "a, b", None)
NO_PAIRS = ("One alone", "A – B – C", "A – A", "%00", "x" * 10_000)
BAD = {"instead": NO_PAIRS, "name": ("", "%0A", None, *NO_PAIRS)}
"""What is wrong for what is not a number."""

WORDS = ("x" * 10_000, "a\0b", "1\n2")


@pytest.fixture
def evening(client: Client) -> tuple[Session, Actor]:
    """A round is over, all is said of the second; the client is the director's."""
    session, director = started(8, movement="howell", rounds=7, boards_per_round=2)
    play_round(session, director, random.Random(3))
    enter_round(playing_round(session), random.Random(5))
    signed_in(client, director)
    return session, director


def _seating(session: Session, table: int = 1) -> Seating:
    seatings = Seating.objects.filter(round__section__session=session, round__number=2)
    return seatings.get(table__number=table)


WRITTEN = (UndoStep, Contestant, Entry, SeatHolder, Play, Round, Seating, SitOut, Substitution)


def stored() -> list[object]:
    """Everything that a repair may write."""
    facts = [list(each.objects.order_by("pk").values()) for each in WRITTEN]
    return [
        *facts,
        IdempotencyRecord.objects.count(),
        Session.objects.values_list("rounds_planned", flat=True)[0],
    ]


def refused(client: Client, address: str, form: Sent) -> Iterator[HttpResponse]:
    """What is answered to who looks and to who sends; nothing may be stored."""
    before = stored()
    yield client.get(address)
    yield client.post(
        address, {key: value for key, value in form.items() if value is not None}, follow=True
    )
    assert stored() == before, (address, form)


def said(answer: HttpResponse) -> bool:
    """Whether a page says what is wrong, or asks for what is missing; one may lead to where it
    is said."""
    led = getattr(answer, "redirect_chain", [])
    return answer.status_code == 404 or (
        answer.status_code in ((200,) if led else (400, 422))
        and ('class="problems"' in (page := answer.content.decode()) or "<h1>" in page)
    )


@pytest.mark.daily(1)
@every_page
def test_wrong_choice_is_explained(evening, client: Client, page) -> None:
    session, _director = evening
    asked = page(session)
    for name in asked.chosen.keys() - {"round"}:
        for value in BAD.get(name, NO_NUMBERS):
            looked, sent = refused(client, asked.address(session, **{name: value}), asked.form)
            assert looked.status_code in (200, 404), (name, value)
            assert said(sent), (name, value)


@every_page
def test_forged_form_is_rejected(evening, client: Client, page) -> None:
    session, _director = evening
    asked = page(session)
    for name in asked.form.keys() - {"until"}:
        for value in (*NO_NUMBERS, *WORDS) if name != "name" else NO_NAMES:
            _looked, sent = refused(client, asked.address(session), asked.form | {name: value})
            assert said(sent), (name, value)


@pytest.mark.thorough
def test_rows_of_another_event_are_not_found(evening, client: Client) -> None:
    session, director = evening
    for asked, there in each_by_itself(session, another_event(session, director)):
        _finds_no_rows_of(session, client, asked, there)


def _finds_no_rows_of(session: Session, client: Client, asked: Asked, there: Asked) -> None:
    for sent in refused(client, asked.address(session, there.of), asked.form) if there.of else ():
        assert sent.status_code == 404
    if there.form.get("planned"):
        _looked, sent = refused(client, asked.address(session), there.form)
        assert said(sent)
    for name in [each for each in asked.chosen if asked.chosen[each] != there.chosen[each]]:
        looked, sent = refused(
            client, asked.address(session, **{name: there.chosen[name]}), asked.form
        )
        assert looked.status_code == 200
        assert said(sent), name


def another_event(session: Session, director: Actor) -> Session:
    """The same evening once more in the club."""
    plan = EventPlan("Another", movement_key="howell")
    stage = create_event(session.stage.event.club, plan, pairs(8), director)
    other = create_session(stage, 7, 2, director, seed=SEED)
    deal_session(other.pk, "sort", director)
    start_session(other.pk, director)
    other.refresh_from_db()
    play_round(other, director, random.Random(3))
    enter_round(playing_round(other), random.Random(5))
    return other


FORMS: dict[str, tuple[Sent, int]] = {
    "a reason of 10,000 letters": ({"reason": "x" * 10_000}, 422),
    "letters for what was seen": ({"seen": "eleven"}, 302),
    "a long number for what was seen": ({"seen": "9" * 40}, 302),
    "a key that nobody gave": ({"key": "unknown"}, 302),
    "a key of 10,000 letters": ({"key": "x" * 10_000}, 302),
    "a key that is none": ({"key": "../../?"}, 302),
    "nothing": ({}, 302),
    "a NUL in the reason": ({"reason": "a\0b"}, 400),
}
"""What a form may say besides, and what is answered: it is refused, or done once in spite of it."""


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", FORMS)
def test_other_form_fields_are_checked(evening, client: Client, name: str) -> None:
    session, _director = evening
    asked, (form, status) = _turned(session), FORMS[name]
    before, entries = stored(), UndoStep.objects.count()
    answer = client.post(asked.address(session), form)
    assert answer.status_code == status
    if status == 302:
        assert UndoStep.objects.count() == entries + 1
    else:
        assert stored() == before
    if status == 422:
        assert "in at most 200 characters" in answer.content.decode()


UNSEEN = {"last round", "other cards", "undo", "restore"}
"""What is the same a second time, or asks about one act that is done or not."""


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=by_night(each)) for each in sorted(set(ASKED) - UNSEEN)]
)
def test_stale_preview_is_not_applied(evening, client: Client, name: str) -> None:
    session, _director = evening
    asked = ASKED[name](session)
    client.post(asked.address(session), asked.form)
    again = client.post(asked.address(session), asked.form | {"seen": 0})
    assert "Somebody was quicker." in again.content.decode()
    assert said(again)


@pytest.fixture(params=["nobody", "stranger", "player", "scorer", "other venue"])
def not_his(request: pytest.FixtureRequest, evening) -> Client:
    """The browser of somebody who directs nothing there."""
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
def test_pages_are_not_found_by_other_users(evening, not_his: Client) -> None:
    session, _director = evening
    for (asked,) in each_by_itself(session):
        for answer in refused(not_his, asked.address(session), asked.form):
            led = answer.headers.get("Location", answer.request["PATH_INFO"])
            to_sign_in = "sign-in" in led
            assert to_sign_in or answer.status_code == 404, asked.page


@pytest.mark.thorough
def test_nothing_can_be_corrected_before_the_start(client: Client) -> None:
    session, director = started(8, movement="howell", rounds=7, boards_per_round=2)
    play_round(session, director)
    enter_round(playing_round(session), random.Random(5))
    signed_in(client, director)
    for (asked,) in each_by_itself(session):
        Round.objects.filter(section__session=session).update(started_at=None, ended_at=None)
        Session.objects.filter(pk=session.pk).update(started_at=None, state=Session.State.DEALT)
        looked, sent = refused(client, asked.address(session), asked.form)
        is_there = asked.of is None or asked.page in OF_ACTS
        assert looked.status_code == (200 if is_there else 404), asked.page
        assert said(sent), asked.page


@pytest.mark.daily(1)
@pytest.mark.parametrize("publish", [False, True], ids=["over", "published"])
@every_page
def test_correction_after_the_session_is_applied_or_explained(
    evening, client: Client, page, publish
) -> None:
    session, director = evening
    asked = page(session)
    play_out(session, director)
    if publish:
        publish_event(session.stage.event_id, director)
    assert client.get(asked.address(session)).status_code == 200
    answer = client.post(asked.address(session), asked.form)
    assert answer.status_code == 302 or said(answer)


SAYS_IT_LATE = {"repair_substitute", "repair_leaves", "repair_joins"}
"""Pages on which it may be chosen first."""

READ_ONLY = "it can only be looked at"


@pytest.mark.thorough
def test_read_only_event_cannot_be_corrected(evening, client: Client) -> None:
    session, _director = evening
    for (asked,) in each_by_itself(session):
        Event.objects.update(read_only=True)
        looked, sent = refused(client, asked.address(session), asked.form)
        for answer in (looked, sent) if asked.page not in SAYS_IT_LATE else (sent,):
            assert answer.status_code == 404 or READ_ONLY in answer.content.decode(), asked.page


@every_page
def test_reason_is_shown_in_the_audit_and_can_be_redacted(evening, client: Client, page) -> None:
    session, director = evening
    asked, reason = page(session), "they said so at the bar"
    client.post(asked.address(session), asked.form | {"reason": reason})
    given = [] if asked.page in GIVES_NO_REASON else [reason]
    lines = audit_page(session.stage.event.club, director.user_id, AuditFilter()).lines
    assert [line.free_text for line in lines if line.is_redactable] == given
