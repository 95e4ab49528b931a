"""Objections: who may report a wrong result, until when, and how they are answered."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.devices import link_device_to
from tests.scenes.evening import at, started
from tests.scenes.objections import (
    OBJECTION_TEXT,
    SessionAndDirector,
    codes_of,
    create_objection,
    play_of_pair,
    played_session,
)
from tests.web.signed_in import RESULT
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Conflict
from tournaments.actions.people.players import link_member
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.objections import (
    MAX_OBJECTION_LENGTH,
    answer_objection,
    object_to_result,
)
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Entry,
    Event,
    Membership,
    Objection,
    Play,
    Player,
    Session,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.queries.desk.unsettled_results import unsettled_groups, unsettled_results
from tournaments.queries.results.objections import objection_deadline

pytestmark = pytest.mark.django_db
STAYS, CORRECTED = Objection.Verdict.STAYS, Objection.Verdict.CORRECTED


@pytest.fixture
def played_event() -> SessionAndDirector:
    return played_session()


def problem_codes(action: Callable[[], object]) -> list[str]:
    with pytest.raises(ValidationFailed) as refused:
        action()
    return codes_of(refused.value.problems)


def another_director(session: Session) -> Actor:
    user = get_user_model().objects.create_user("marta")
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    return Actor.of_user(user.pk)


def test_objection_of_a_phone_is_stored_without_its_words_in_the_audit(
    played_event: SessionAndDirector,
) -> None:
    session, _director = played_event
    objection = create_objection(session, words="  we made 41, \n not 31 ")
    play, pair, line = play_of_pair(session)
    assert (objection.play, objection.contestant, objection.words) == (play, pair, OBJECTION_TEXT)
    assert (objection.table, objection.side, objection.verdict) == (play.seating.table, line, "")
    entry = AuditEntry.objects.get(verb=AuditAction.OBJECT_TO_RESULT)
    assert entry.data == {"objection": objection.pk, "play": play.pk, "contestant": pair.pk}


def test_others_cannot_object_for_a_contestant(played_event: SessionAndDirector) -> None:
    session, director = played_event
    play, pair, _line = play_of_pair(session)
    plays_at_other_tables = Play.objects.filter(board__session=session).exclude(
        seating__table=play.seating.table
    )
    other_phone = at(plays_at_other_tables.select_related("seating__table")[0], "ns")
    for stranger in (other_phone, director, SYSTEM, Actor.of_team(pair.pk, "phone")):
        with pytest.raises(NotPermitted):
            object_to_result(play, pair, OBJECTION_TEXT, stranger, "key")
    sitting_out = session.stage.event.contestants.exclude(places__seating=play.seating)[0]
    with pytest.raises(NotPermitted):
        object_to_result(play, sitting_out, OBJECTION_TEXT, at(play, "ns"), "key")
    assert not Objection.objects.exists()


def test_member_linked_to_a_player_can_object_without_a_phone(
    played_event: SessionAndDirector,
) -> None:
    session, director = played_event
    play, pair, _line = play_of_pair(session)
    link_member(
        Player.objects.select_related("club").get(name="Anna 1"), director.user_id or 0, director
    )
    answer = object_to_result(play, pair, OBJECTION_TEXT, director, "key")
    assert Objection.objects.get(pk=answer["objection"]).user_id == director.user_id


def test_side_has_one_open_objection_to_a_play(played_event: SessionAndDirector) -> None:
    session, director = played_event
    play, pair, line = play_of_pair(session)
    first_answer = object_to_result(play, pair, OBJECTION_TEXT, at(play, line), "key")
    assert object_to_result(play, pair, OBJECTION_TEXT, at(play, line), "key") == first_answer
    partner = at(play, line, "another phone")
    with pytest.raises(NotPermitted):
        object_to_result(play, pair, "42", partner, "not let in")
    link_device_to(pair, play, partner)
    assert problem_codes(lambda: object_to_result(play, pair, "42", partner, "other")) == [
        "said_already"
    ]
    create_objection(session, opponent_number(play, pair.number))
    answer_objection(
        Objection.objects.get(pk=first_answer["objection"]), STAYS, "", director, "answer"
    )
    object_to_result(play, pair, "42", partner, "again")
    assert Objection.objects.filter(play=play, contestant=pair).count() == 2


def opponent_number(play: Play, number: int) -> int:
    opponent_seats = play.seating.places.exclude(contestant__number=number)
    return opponent_seats.values_list("contestant__number", flat=True)[0]


@pytest.mark.parametrize(
    ("words", "code"), [("  ", "words_missing"), ("x" * 201, "words_too_long")]
)
def test_objection_needs_words_that_are_not_too_long(
    played_event: SessionAndDirector, words: str, code: str
) -> None:
    play, pair, line = play_of_pair(played_event[0])
    assert MAX_OBJECTION_LENGTH == 200
    assert problem_codes(lambda: object_to_result(play, pair, words, at(play, line), "key")) == [
        code
    ]


def test_play_without_an_entry_cannot_be_objected_to() -> None:
    session, _director = started(4, movement="howell", round_count=3, boards_per_round=1)
    with pytest.raises(NotPermitted):
        create_objection(session)
    play, _pair, line = play_of_pair(session)
    submit_entry(play.pk, RESULT, at(play, line), "key")
    assert create_objection(session).words == OBJECTION_TEXT


def finish_minutes_ago(session: Session, minutes: int) -> None:
    Session.objects.filter(pk=session.pk).update(
        finished_at=timezone.now() - timedelta(minutes=minutes)
    )


@pytest.mark.parametrize(
    ("objection_minutes", "minutes_since_end"), [(30, 29), (None, 9999), (120, 60)]
)
def test_objection_is_accepted_within_the_minutes_of_the_event(
    played_event: SessionAndDirector, objection_minutes: int | None, minutes_since_end: int
) -> None:
    session, director = played_event
    edit_event(session.stage.event_id, {"objection_minutes": objection_minutes}, director)
    finish_minutes_ago(session, minutes_since_end)
    assert create_objection(session).words == OBJECTION_TEXT


@pytest.mark.parametrize(
    ("objection_minutes", "minutes_since_end", "code"), [(30, 31, "too_late"), (0, 0, "never")]
)
def test_objection_is_refused_after_the_minutes_of_the_event(
    played_event: SessionAndDirector, objection_minutes: int, minutes_since_end: int, code: str
) -> None:
    session, director = played_event
    edit_event(session.stage.event_id, {"objection_minutes": objection_minutes}, director)
    finish_minutes_ago(session, minutes_since_end)
    with pytest.raises(ValidationFailed) as refused:
        create_objection(session)
    assert codes_of(refused.value.problems) == [code]


def test_late_objection_is_refused_with_the_closing_time(played_event: SessionAndDirector) -> None:
    session, _director = played_event
    finish_minutes_ago(session, 31)
    session.refresh_from_db()
    until = objection_deadline(session).until
    with pytest.raises(ValidationFailed) as refused:
        create_objection(session)
    assert until
    assert str(refused.value.problems[0].params["time"]).endswith(
        f"{timezone.localtime(until):%H:%M}"
    )


def test_publishing_closes_objections_until_it_is_undone(played_event: SessionAndDirector) -> None:
    session, director = played_event
    publish_event(session.stage.event_id, director)
    assert problem_codes(lambda: create_objection(session)) == ["published"]
    undo_step(UndoStep.objects.latest("pk").pk, director)
    assert create_objection(session).words == OBJECTION_TEXT


def test_second_answer_is_a_conflict_that_names_the_first_director(
    played_event: SessionAndDirector,
) -> None:
    session, director = played_event
    objection, marta = create_objection(session), another_director(session)
    answer_objection(objection, STAYS, " as the slip ", marta, "marta")
    with pytest.raises(Conflict) as refused:
        answer_objection(objection, CORRECTED, "", director, "director")
    assert refused.value.problems[0].params["who"] == "marta"
    answer_objection(objection, STAYS, " as the slip ", marta, "marta")
    objection.refresh_from_db()
    assert (objection.verdict, objection.answer) == (STAYS, "as the slip")
    assert (objection.answered_by_id, objection.words) == (marta.user_id, OBJECTION_TEXT)
    assert AuditEntry.objects.filter(verb=AuditAction.ANSWER_OBJECTION).count() == 1


@pytest.mark.parametrize(("verdict", "words"), [("maybe", ""), ("", ""), ("stays", "x" * 201)])
def test_wrong_answer_is_refused(
    played_event: SessionAndDirector, verdict: str, words: str
) -> None:
    objection = create_objection(played_event[0])
    assert problem_codes(
        lambda: answer_objection(objection, verdict, words, played_event[1], "key")
    )
    assert Objection.objects.unanswered().get() == objection


def correct(play: Play, director: Actor, points: str) -> None:
    play.refresh_from_db()
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        RESULT | {"ns_points": points},
        replaces=play.revision,
        reason="the slip",
        actor=director,
        key=f"corrects-{play.revision}",
    )


def test_objection_cannot_be_answered_as_corrected_without_a_decision(
    played_event: SessionAndDirector,
) -> None:
    session, director = played_event
    objection = create_objection(session)
    assert problem_codes(lambda: answer_objection(objection, CORRECTED, "", director, "key")) == [
        "not_corrected"
    ]
    assert Objection.objects.unanswered().get() == objection


def test_correction_answers_objections_until_it_is_undone(played_event: SessionAndDirector) -> None:
    session, director = played_event
    objection = create_objection(session)
    correct(objection.play, director, "45")
    objection.refresh_from_db()
    assert (objection.verdict, objection.answered_by_id) == (CORRECTED, director.user_id)
    assert AuditEntry.objects.filter(verb=AuditAction.ANSWER_OBJECTION).count() == 1
    undo_step(UndoStep.objects.latest("pk").pk, director)
    assert Objection.objects.unanswered().get() == objection


def test_decision_that_keeps_the_result_leaves_the_objection_open(
    played_event: SessionAndDirector,
) -> None:
    session, director = played_event
    correct(play_of_pair(session)[0], director, "45")
    objection = create_objection(session)
    correct(objection.play, director, "45")
    assert Objection.objects.unanswered().get() == objection


def test_answer_can_be_undone_unless_the_side_has_objected_again(
    played_event: SessionAndDirector,
) -> None:
    session, director = played_event
    objection = create_objection(session)
    answer_objection(objection, STAYS, "", director, "key")
    step = UndoStep.objects.get(kind=AuditAction.ANSWER_OBJECTION)
    undo_step(step.pk, director)
    assert Objection.objects.unanswered().get() == objection
    redone = undo_step(UndoStep.objects.latest("pk").pk, director)["act"]
    assert not Objection.objects.unanswered().exists()
    create_objection(session, words="really")
    assert problem_codes(lambda: undo_step(redone, director)) == ["objected_since"]


def test_undo_step_of_an_answer_has_no_words_of_the_player(
    played_event: SessionAndDirector,
) -> None:
    answer_objection(create_objection(played_event[0]), STAYS, "", played_event[1], "key")
    step = UndoStep.objects.get(kind=AuditAction.ANSWER_OBJECTION)
    assert OBJECTION_TEXT not in str(step.changes) + str(step.about) + step.reason


def test_objection_is_unsettled_until_it_is_answered(played_event: SessionAndDirector) -> None:
    session, director = played_event
    objection, sessions = create_objection(session), Session.objects.filter(pk=session.pk)
    assert [
        (problem.code, problem.params["number"]) for problem in unsettled_results(sessions)
    ] == [("results_objected", 1)]
    (unsettled,) = unsettled_groups(sessions, session)
    (line,) = unsettled.lines
    assert (unsettled.kind, unsettled.play_count, line.places[0].play) == (
        "objection",
        1,
        objection.play_id,
    )
    assert problem_codes(lambda: publish_event(session.stage.event_id, director, sure=False)) == [
        "results_objected"
    ]
    answer_objection(objection, STAYS, "", director, "key")
    assert (unsettled_results(sessions), unsettled_groups(sessions, session)) == ([], ())


def test_director_who_still_has_to_play_the_board_cannot_answer() -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    link_member(
        Player.objects.select_related("club").get(name="Anna 1"), director.user_id or 0, director
    )
    first_play = play_of_pair(session, 1)[0]
    other_plays = Play.objects.filter(seating__round__number=1).exclude(seating=first_play.seating)
    to_play = Play.objects.filter(seating__places__contestant__number=1).values("board")
    play = other_plays.filter(board__in=to_play).select_related("seating__table").earliest("pk")
    submit_entry(play.pk, RESULT, at(play, "ns"), "key")
    number = play.seating.places.get(seat="N").contestant.number
    objection = create_objection(session, number)
    assert problem_codes(lambda: answer_objection(objection, STAYS, "", director, "key")) == [
        "plays_himself"
    ]


def test_read_only_event_accepts_no_objection(played_event: SessionAndDirector) -> None:
    session, _director = played_event
    Event.objects.filter(pk=session.stage.event_id).update(read_only=True)
    assert problem_codes(lambda: create_objection(session)) == ["read_only"]
