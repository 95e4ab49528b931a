"""Objections: who may say until when that a result is wrong, once; and how it is answered and
undone."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.devices import bind_to
from tests.scenes.evening import at, started
from tests.scenes.objections import WORDS, Scene, codes, objected, own_play, played_evening
from tests.web.signed_in import RESULT
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Conflict
from tournaments.actions.people.players import link_member
from tournaments.actions.results.entries import decide_play, submit_entry
from tournaments.actions.results.objections import LONGEST_WORDS, answer_objection, object_to_result
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
from tournaments.queries.desk.missing_and_unsettled import unsettled_plays, unsettled_results
from tournaments.queries.results.objections import objection_deadline

pytestmark = pytest.mark.django_db
STAYS, MENDED = Objection.Verdict.STAYS, Objection.Verdict.MENDED


@pytest.fixture
def evening() -> Scene:
    return played_evening()


def refused(act: Callable[[], object]) -> list[str]:
    with pytest.raises(ValidationFailed) as told:
        act()
    return codes(told.value.problems)


def another_director(session: Session) -> Actor:
    user = get_user_model().objects.create_user("marta")
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    return Actor.of_user(user.pk)


def test_a_phone_at_the_table_objects_and_the_audit_has_no_word_of_it(evening: Scene) -> None:
    session, _director = evening
    objection = objected(session, words="  we made 41, \n not 31 ")
    play, pair, line = own_play(session)
    assert (objection.play, objection.contestant, objection.words) == (play, pair, WORDS)
    assert (objection.table, objection.side, objection.verdict) == (play.seating.table, line, "")
    entry = AuditEntry.objects.get(verb=AuditAction.OBJECT_TO_RESULT)
    assert entry.data == {"objection": objection.pk, "play": play.pk, "contestant": pair.pk}


def test_nobody_objects_for_others(evening: Scene) -> None:
    session, director = evening
    play, pair, _line = own_play(session)
    others = Play.objects.filter(board__session=session).exclude(seating__table=play.seating.table)
    elsewhere = at(others.select_related("seating__table")[0], "ns")
    for stranger in (elsewhere, director, SYSTEM, Actor.of_team(pair.pk, "phone")):
        with pytest.raises(NotPermitted):
            object_to_result(play, pair, WORDS, stranger, "key")
    who_rests = session.stage.event.contestants.exclude(places__seating=play.seating)[0]
    with pytest.raises(NotPermitted):
        object_to_result(play, who_rests, WORDS, at(play, "ns"), "key")
    assert not Objection.objects.exists()


def test_who_is_linked_with_the_contestant_objects_wherever_he_is(evening: Scene) -> None:
    session, director = evening
    play, pair, _line = own_play(session)
    link_member(
        Player.objects.select_related("club").get(name="Anna 1"), director.user_id or 0, director
    )
    made = object_to_result(play, pair, WORDS, director, "key")
    assert Objection.objects.get(pk=made["objection"]).user_id == director.user_id


def test_twice_is_harmless_and_another_waits_until_it_is_answered(evening: Scene) -> None:
    session, director = evening
    play, pair, line = own_play(session)
    first = object_to_result(play, pair, WORDS, at(play, line), "key")
    assert object_to_result(play, pair, WORDS, at(play, line), "key") == first
    partner = at(play, line, "another phone")
    with pytest.raises(NotPermitted):
        object_to_result(play, pair, "42", partner, "not let in")
    bind_to(pair, play, partner)
    assert refused(lambda: object_to_result(play, pair, "42", partner, "other")) == ["said_already"]
    objected(session, own_opponent(play, pair.number))
    answer_objection(Objection.objects.get(pk=first["objection"]), STAYS, "", director, "answer")
    object_to_result(play, pair, "42", partner, "again")
    assert Objection.objects.filter(play=play, contestant=pair).count() == 2


def own_opponent(play: Play, number: int) -> int:
    others = play.seating.places.exclude(contestant__number=number)
    return others.values_list("contestant__number", flat=True)[0]


@pytest.mark.parametrize(
    ("words", "code"), [("  ", "words_missing"), ("x" * 201, "words_too_long")]
)
def test_words_are_asked_for_and_short(evening: Scene, words: str, code: str) -> None:
    play, pair, line = own_play(evening[0])
    assert LONGEST_WORDS == 200
    assert refused(lambda: object_to_result(play, pair, words, at(play, line), "key")) == [code]


def test_of_what_nobody_has_said_nothing_is_wrong() -> None:
    session, _director = started(4, movement="howell", rounds=3, boards_per_round=1)
    with pytest.raises(NotPermitted):
        objected(session)
    play, _pair, line = own_play(session)
    submit_entry(play.pk, RESULT, at(play, line), "key")
    assert objected(session).words == WORDS


def over_since(session: Session, minutes: int) -> None:
    Session.objects.filter(pk=session.pk).update(
        finished_at=timezone.now() - timedelta(minutes=minutes)
    )


@pytest.mark.parametrize(
    ("minutes", "over_for", "code"),
    [(30, 31, "too_late"), (0, 0, "never"), (30, 29, ""), (None, 9999, ""), (120, 60, "")],
)
def test_it_closes_when_the_club_says(
    evening: Scene, minutes: int | None, over_for: int, code: str
) -> None:
    session, director = evening
    edit_event(session.stage.event_id, {"objection_minutes": minutes}, director)
    over_since(session, over_for)
    if not code:
        assert objected(session).words == WORDS
        return
    with pytest.raises(ValidationFailed) as told:
        objected(session)
    assert codes(told.value.problems) == [code]


def test_who_is_late_is_told_when_it_closed(evening: Scene) -> None:
    session, _director = evening
    over_since(session, 31)
    session.refresh_from_db()
    until = objection_deadline(session).until
    with pytest.raises(ValidationFailed) as told:
        objected(session)
    assert until
    assert str(told.value.problems[0].params["time"]).endswith(f"{timezone.localtime(until):%H:%M}")


def test_publishing_closes_it_and_taken_back_it_is_as_before(evening: Scene) -> None:
    session, director = evening
    publish_event(session.stage.event_id, director)
    assert refused(lambda: objected(session)) == ["published"]
    undo_step(UndoStep.objects.latest("pk").pk, director)
    assert objected(session).words == WORDS


def test_it_is_answered_once_and_the_slower_is_told_who_was_quicker(evening: Scene) -> None:
    session, director = evening
    objection, marta = objected(session), another_director(session)
    answer_objection(objection, STAYS, " as the slip ", marta, "marta")
    with pytest.raises(Conflict) as told:
        answer_objection(objection, MENDED, "", director, "director")
    assert told.value.problems[0].params["who"] == "marta"
    answer_objection(objection, STAYS, " as the slip ", marta, "marta")
    objection.refresh_from_db()
    assert (objection.verdict, objection.answer) == (STAYS, "as the slip")
    assert (objection.answered_by_id, objection.words) == (marta.user_id, WORDS)
    assert AuditEntry.objects.filter(verb=AuditAction.ANSWER_OBJECTION).count() == 1


@pytest.mark.parametrize(("verdict", "words"), [("maybe", ""), ("", ""), ("stays", "x" * 201)])
def test_no_other_answer_is_taken(evening: Scene, verdict: str, words: str) -> None:
    objection = objected(evening[0])
    assert refused(lambda: answer_objection(objection, verdict, words, evening[1], "key"))
    assert Objection.objects.unanswered().get() == objection


def corrected(play: Play, director: Actor, points: str) -> None:
    play.refresh_from_db()
    how = {"replaces": play.revision, "reason": "the slip", "actor": director}
    said = RESULT | {"ns_points": points}
    key = f"corrects-{play.revision}"
    decide_play(play.pk, Entry.Kind.CORRECTION, said, key=key, **how)  # type: ignore[arg-type]


def test_nobody_is_told_that_a_result_is_corrected_before_it_is(evening: Scene) -> None:
    session, director = evening
    objection = objected(session)
    assert refused(lambda: answer_objection(objection, MENDED, "", director, "key")) == [
        "not_corrected"
    ]
    assert Objection.objects.unanswered().get() == objection


def test_correction_answers_who_reported_the_result_and_undone_asks_again(evening: Scene) -> None:
    session, director = evening
    objection = objected(session)
    corrected(objection.play, director, "45")
    objection.refresh_from_db()
    assert (objection.verdict, objection.answered_by_id) == (MENDED, director.user_id)
    assert AuditEntry.objects.filter(verb=AuditAction.ANSWER_OBJECTION).count() == 1
    undo_step(UndoStep.objects.latest("pk").pk, director)
    assert Objection.objects.unanswered().get() == objection


def test_decision_that_leaves_the_result_leaves_the_report_open(evening: Scene) -> None:
    session, director = evening
    corrected(own_play(session)[0], director, "45")
    objection = objected(session)
    corrected(objection.play, director, "45")
    assert Objection.objects.unanswered().get() == objection


def test_an_answer_is_undone_unless_the_side_has_said_so_again(evening: Scene) -> None:
    session, director = evening
    objection = objected(session)
    answer_objection(objection, STAYS, "", director, "key")
    act = UndoStep.objects.get(kind=AuditAction.ANSWER_OBJECTION)
    undo_step(act.pk, director)
    assert Objection.objects.unanswered().get() == objection
    redone = undo_step(UndoStep.objects.latest("pk").pk, director)["act"]
    assert not Objection.objects.unanswered().exists()
    objected(session, words="really")
    assert refused(lambda: undo_step(redone, director)) == ["objected_since"]


def test_what_an_act_keeps_has_no_word_of_the_player(evening: Scene) -> None:
    answer_objection(objected(evening[0]), STAYS, "", evening[1], "key")
    act = UndoStep.objects.get(kind=AuditAction.ANSWER_OBJECTION)
    assert WORDS not in str(act.changes) + str(act.about) + act.reason


def test_it_stands_among_what_is_still_open_until_it_is_answered(evening: Scene) -> None:
    session, director = evening
    objection, here = objected(session), Session.objects.filter(pk=session.pk)
    assert [(each.code, each.params["number"]) for each in unsettled_results(here)] == [
        ("results_objected", 1)
    ]
    (open_,) = unsettled_plays(here, session)
    (line,) = open_.lines
    assert (open_.why, open_.number, line.places[0].play) == ("objection", 1, objection.play_id)
    assert refused(lambda: publish_event(session.stage.event_id, director, sure=False)) == [
        "results_objected"
    ]
    answer_objection(objection, STAYS, "", director, "key")
    assert (unsettled_results(here), unsettled_plays(here, session)) == ([], ())


def test_a_director_who_has_the_board_yet_to_play_answers_nothing() -> None:
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=1)
    link_member(
        Player.objects.select_related("club").get(name="Anna 1"), director.user_id or 0, director
    )
    first = own_play(session, 1)[0]
    elsewhere = Play.objects.filter(seating__round__number=1).exclude(seating=first.seating)
    to_play = Play.objects.filter(seating__places__contestant__number=1).values("board")
    play = elsewhere.filter(board__in=to_play).select_related("seating__table").earliest("pk")
    submit_entry(play.pk, RESULT, at(play, "ns"), "key")
    number = play.seating.places.get(seat="N").contestant.number
    objection = objected(session, number)
    assert refused(lambda: answer_objection(objection, STAYS, "", director, "key")) == [
        "plays_himself"
    ]


def test_an_event_that_can_only_be_looked_at_takes_none(evening: Scene) -> None:
    session, _director = evening
    Event.objects.filter(pk=session.stage.event_id).update(read_only=True)
    assert refused(lambda: objected(session)) == ["read_only"]
