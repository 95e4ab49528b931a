"""Calls to the director and announcements: idempotent and audited."""

import pytest
from django.db import IntegrityError, transaction

from games.problems import ValidationFailed
from tests.scenes.evening import created, started
from tournaments.actions.calls.announcements import announce, withdraw_announcement
from tournaments.actions.calls.calls import answer_call, call_director, close_call, withdraw_call
from tournaments.actions.clubs.demo import clear_demo, mark_as_demo
from tournaments.actions.contestants.registration import withdraw_contestant
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import MAX_ANNOUNCEMENT_LENGTH, MAX_CALL_LENGTH, MAX_CALL_REASONS
from tournaments.actions.rounds.sessions import deal_session, finish_session
from tournaments.models import (
    Announcement,
    AuditAction,
    AuditEntry,
    Call,
    Event,
    Section,
    Session,
    Table,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.calls import (
    OpenCall,
    current_announcement,
    open_call_of_table,
    open_calls,
)
from tournaments.queries.desk.desk_state import read_desk_state
from tournaments.queries.rounds.seating import current_seating

pytestmark = pytest.mark.django_db

AUDITED_ACTIONS = (
    AuditAction.CALL_DIRECTOR,
    AuditAction.ANSWER_CALL,
    AuditAction.CLOSE_CALL,
    AuditAction.WITHDRAW_CALL,
    AuditAction.ANNOUNCE,
    AuditAction.WITHDRAW_ANNOUNCEMENT,
)


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    return started(6, round_count=3, boards_per_round=1)


def table_of(session: Session, number: int = 1) -> Table:
    tables = Table.objects.select_related("section__session__stage__event__club")
    return tables.get(section__session=session, number=number)


def phone_actor(table: Table, device: str = "phone") -> Actor:
    return Actor.of_table(table.pk, device, "")


def call_from(
    table: Table, kind: str = "", words: str = "", key: str = "key", device: str = "phone"
) -> Call:
    return Call.objects.get(
        pk=call_director(table, kind, words, phone_actor(table, device), key)["call"]
    )


def calls_of(event: Event) -> tuple[OpenCall, ...]:
    return open_calls(event, Section.objects.filter(session__stage__event=event)).calls


def codes_and_fields(
    refused: pytest.ExceptionInfo[ValidationFailed],
) -> set[tuple[str, str | None]]:
    return {(problem.code, problem.field) for problem in refused.value.problems}


def audited_actions() -> list[str]:
    return list(
        AuditEntry.objects.filter(verb__in=AUDITED_ACTIONS)
        .order_by("pk")
        .values_list("verb", flat=True)
    )


def test_call_shows_its_table_time_and_reason(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    table = table_of(session, 2)
    new_call = call_from(table, "card", "  two sixes \n of copes ")
    assert (new_call.table, new_call.seating, new_call.device) == (
        table,
        current_seating(table),
        "phone",
    )
    (open_call,) = calls_of(session.stage.event)
    assert (open_call.table, open_call.waiting_minutes, open_call.answered_at) == ("2", 0, None)
    assert [(reason.kind, reason.free_text) for reason in open_call.reasons] == [
        ("card", "two sixes of copes")
    ]
    assert {side.line for side in open_call.sides} == {"ns", "ew"}
    entry = AuditEntry.objects.get(verb=AuditAction.CALL_DIRECTOR)
    assert entry.data == {"call": new_call.pk, "table": "2", "reason": "card"}


def test_second_call_adds_its_reason_to_the_first(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = table_of(session)
    first_call = call_from(table, "rule")
    repeated_calls = [
        call_from(table, "rule", key="k2"),
        call_from(table, "", "come quickly", "k3", "another"),
        call_from(table, key="k4"),
    ]
    assert {repeated_call.pk for repeated_call in repeated_calls} == {first_call.pk}
    first_call.refresh_from_db()
    assert first_call.reasons == [["rule", ""], ["", "come quickly"]]
    assert audited_actions() == [AuditAction.CALL_DIRECTOR]
    for number in range(2, MAX_CALL_REASONS):
        call_from(table, "", f"and {number}", f"more-{number}")
    with pytest.raises(ValidationFailed) as refused:
        call_from(table, "", "and one more", "last")
    assert codes_and_fields(refused) == {("too_many_reasons", "words")}


def test_repeated_key_does_not_reopen_a_closed_call(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = table_of(session)
    first_call = call_from(table, "card")
    close_call(first_call, director)
    assert call_from(table, "card") == first_call
    assert open_call_of_table(table) is None
    with pytest.raises(Conflict):
        call_from(table, "rule")
    assert call_from(table, "rule", key="another") != first_call


def test_table_has_at_most_one_open_call(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    new_call = call_from(table_of(session))
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(table=new_call.table, at=new_call.at)


def test_second_member_to_answer_is_refused(
    session_and_director: tuple[Session, Actor], django_user_model
) -> None:
    session, director = session_and_director
    other_user = Actor.of_user(django_user_model.objects.create_user("scorer").pk)
    new_call = call_from(table_of(session))
    for _attempt in range(2):
        answer_call(new_call, other_user)
    with pytest.raises(ValidationFailed) as refused:
        answer_call(new_call, director)
    assert codes_and_fields(refused) == {("answered", None)}
    assert refused.value.problems[0].message == "scorer is already going to table 1."
    (open_call,) = calls_of(session.stage.event)
    assert open_call.answered_by == "scorer"
    assert open_call.answered_at
    for actor in (director, other_user):
        close_call(new_call, actor)
    with pytest.raises(ValidationFailed) as refused:
        answer_call(new_call, director)
    assert codes_and_fields(refused) == {("call_closed", None)}
    withdraw_call(new_call, phone_actor(new_call.table))
    assert not calls_of(session.stage.event)
    assert audited_actions() == [
        AuditAction.CALL_DIRECTOR,
        AuditAction.ANSWER_CALL,
        AuditAction.CLOSE_CALL,
    ]


def test_table_withdraws_its_call(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    new_call = call_from(table_of(session))
    withdraw_call(new_call, phone_actor(new_call.table))
    assert open_call_of_table(new_call.table) is None
    assert audited_actions() == [AuditAction.CALL_DIRECTOR, AuditAction.WITHDRAW_CALL]


def test_call_reports_every_problem_at_once(session_and_director: tuple[Session, Actor]) -> None:
    session, director = session_and_director
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        call_from(table_of(session), "thirst", "x" * (MAX_CALL_LENGTH + 1))
    assert codes_and_fields(refused) == {
        ("session_over", None),
        ("unknown_reason", "kind"),
        ("reason_too_long", "words"),
    }
    assert not Call.objects.exists()


def test_table_with_a_call_is_kept_but_not_shown() -> None:
    session, director = created(6, round_count=3)
    deal_session(session.pk, "", director)
    new_call = call_from(table_of(session, 3), "card")
    assert new_call.seating, "the call stores the seating of round 1 before it starts"
    event = session.stage.event
    for number in (6, 5):
        withdraw_contestant(event, event.contestants.get(number=number).pk, director)
    assert [row.table.number for row in read_desk_state(session, session.sections.all()).rows] == [
        1,
        2,
    ]
    assert [open_call.table for open_call in calls_of(event)] == ["3"], (
        "the call stays open although its table is no longer needed"
    )
    assert AuditEntry.objects.get(verb=AuditAction.CALL_DIRECTOR).data["table"] == "3"


def test_demo_with_a_call_is_removed(session_and_director: tuple[Session, Actor]) -> None:
    session, director = session_and_director
    mark_as_demo(session.stage.event)
    call_from(table_of(session))
    announce(session, "Welcome", director, "k")
    clear_demo(session.stage.event.club, "Penya", director)
    assert not Call.objects.exists()
    assert not Announcement.objects.exists()


def test_calls_are_ordered_by_waiting_time(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    for number in (3, 1, 2):
        call_from(table_of(session, number))
    assert [open_call.table for open_call in calls_of(session.stage.event)] == ["3", "1", "2"]


def test_last_announcement_is_shown(session_and_director: tuple[Session, Actor]) -> None:
    session, director = session_and_director
    assert current_announcement(session) is None
    for text in ("Supper at ten", "  Supper at   eleven "):
        announce(session, text, director, text)
        announce(session, text, director, text)
    announcement = current_announcement(session)
    assert announcement
    assert announcement.text == "Supper at eleven"
    assert Announcement.objects.count() == 2
    for _attempt in range(2):
        withdraw_announcement(Announcement.objects.get(pk=announcement.pk), director)
    assert current_announcement(session) is None, "the earlier announcement is not shown again"
    assert audited_actions() == [
        AuditAction.ANNOUNCE,
        AuditAction.ANNOUNCE,
        AuditAction.WITHDRAW_ANNOUNCEMENT,
    ]


def test_unseen_announcement_is_not_replaced(session_and_director: tuple[Session, Actor]) -> None:
    session, director = session_and_director
    first_id = announce(session, "Supper at ten", director, "k1", seen_id=0)["announcement"]
    with pytest.raises(Conflict) as refused:
        announce(session, "The bar closes", director, "k2", seen_id=0)
    assert codes_and_fields(refused) == {("another_announced", None)}
    assert "Supper at ten" in refused.value.problems[0].message
    assert [announcement.text for announcement in Announcement.objects.all()] == ["Supper at ten"]
    announce(session, "The bar closes", director, "k2", seen_id=first_id)
    second_answer = announce(session, "The bar closes", director, "k2", seen_id=first_id)
    assert current_announcement(session).pk == second_answer["announcement"]
    assert Announcement.objects.count() == 2


def test_withdrawn_announcement_is_replaced_without_confirmation(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    first_id = announce(session, "Supper at ten", director, "k1", seen_id=0)["announcement"]
    withdraw_announcement(Announcement.objects.get(pk=first_id), director)
    announce(session, "The bar closes", director, "k2", seen_id=first_id)
    assert current_announcement(session).text == "The bar closes"


def test_empty_or_late_announcement_is_refused(session_and_director: tuple[Session, Actor]) -> None:
    session, director = session_and_director
    announce(session, "The last round", director, "k0")
    for text, code in (
        ("  ", "text_missing"),
        ("x" * (MAX_ANNOUNCEMENT_LENGTH + 1), "text_too_long"),
    ):
        with pytest.raises(ValidationFailed) as refused:
            announce(session, text, director, code)
        assert codes_and_fields(refused) == {(code, "text")}
    finish_session(session.pk, director)
    session.refresh_from_db()
    assert current_announcement(session) is None
    with pytest.raises(ValidationFailed) as refused:
        announce(session, "Good night", director, "k1")
    assert codes_and_fields(refused) == {("session_over", None)}


def test_announcement_before_the_deal_is_refused() -> None:
    session, director = created(6, round_count=3)
    with pytest.raises(ValidationFailed) as refused:
        announce(session, "Welcome", director, "k")
    assert codes_and_fields(refused) == {("not_dealt", None)}
