"""Undoing the start of a session or section that was started too early."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.clocks import clock_in
from tests.scenes.divided_session import dealt_in_sections, section_of
from tests.scenes.evening import at, club_with_director, enter, enter_round
from tests.scenes.matches import started_matches
from tests.scenes.problems import problem_codes
from tests.scenes.teams import started_teams
from tests.scenes.undo import facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.boards.board_preparation import open_hands
from tournaments.actions.contestants.registration import add_contestants
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.accept_late_results import accept_late_results
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.clock import give_minutes, pause_clocks
from tournaments.actions.rounds.draws import undo_draw
from tournaments.actions.rounds.end_round import end_round, end_round_in_all_sections
from tournaments.actions.rounds.sessions import start_section, start_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Board,
    Entry,
    HandsView,
    Play,
    Round,
    SeatHolder,
    Section,
    Session,
    Table,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.queries.boards.board_preparation import copies_by_table
from tournaments.queries.desk.late_results import LateResultFilter
from tournaments.queries.rounds.clock import planned_round_duration
from tournaments.queries.rounds.in_progress import last_round_steps
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

NS_45 = {"trump": "oros", "contro": "none", "ns_points": "45"}


@pytest.fixture
def session_with_started_section() -> tuple[Session, Actor]:
    """Return a session of three sections, of which only A has started, and its director."""
    session, director = dealt_in_sections()
    start_section(section_of(session, "A"), director)
    return session, director


def started_sections(session: Session) -> list[str]:
    """Return the names of the started sections, and check that the session agrees."""
    session.refresh_from_db()
    playing = Section.objects.filter(session=session, rounds__started_at__isnull=False).distinct()
    assert (session.state == Session.State.RUNNING) == bool(session.started_at) == playing.exists()
    return list(playing.order_by("number").values_list("name", flat=True))


def start_step(session: Session, action: AuditAction = AuditAction.START_SESSION) -> UndoStep:
    return UndoStep.objects.filter(session=session, kind=action).latest("pk")


def undo_problem_codes(step: UndoStep, actor: Actor) -> list[str]:
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, actor)
    return problem_codes(refused)


def test_undoing_the_start_makes_the_session_unstarted(session_and_director) -> None:
    session, director = session_and_director
    facts_after_start, start = facts(session), start_step(session)
    deal_before = [session.salt, session.commitment, *Board.objects.values_list("pk", "number")]
    undo_step(start.pk, director)
    assert (started_sections(session), playing_round(session)) == ([], None)
    assert (session.state, session.started_at) == (Session.State.DEALT, None)
    assert deal_before == [
        session.salt,
        session.commitment,
        *Board.objects.values_list("pk", "number"),
    ]
    with pytest.raises(ValidationFailed) as refused:
        enter(Play.objects.select_related("seating__table").first(), NS_45, ("ns",))
    assert problem_codes(refused) == ["round_not_started"]
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_after_start
    assert started_sections(session) == [""]


def test_session_starts_again_once_after_the_start_was_undone(session_and_director) -> None:
    session, director = session_and_director
    first_start = start_step(session)
    undo_step(first_start.pk, director)
    undo_of_start = latest_step()
    start_session(session.pk, director)
    assert playing_round(session).number == 1
    assert undo_problem_codes(undo_of_start, director) == ["done_since"]
    with pytest.raises(Conflict):
        start_session(session.pk, director)


def test_contestants_may_change_after_the_start_was_undone(session_and_director) -> None:
    session, director = session_and_director
    undo_step(start_step(session).pk, director)
    add_contestants(session.stage.event, ["Nora Nou – Pau Nou", "Ona Nova – Rut Nova"], director)
    session.refresh_from_db()
    assert session.salt == "sort i encert"
    assert undo_problem_codes(latest_step(), director) == ["changed_since"]
    start_session(session.pk, director)
    assert playing_round(session).seatings.count() == 5


def test_start_cannot_be_undone_once_a_table_has_entered_a_result(session_and_director) -> None:
    session, director = session_and_director
    enter(Play.objects.filter(seating__round=playing_round(session)).first(), NS_45, ("ns",))
    assert undo_problem_codes(start_step(session), director) == ["round_spoken_of"]
    assert started_sections(session) == [""]


def test_start_cannot_be_undone_once_a_phone_has_shown_hands(session_and_director) -> None:
    session, director = session_and_director
    Session.objects.filter(pk=session.pk).update(tables_make_up=True)
    session.refresh_from_db()
    board_copy = next(iter(copies_by_table(session).values()))[-1]
    table = Table.objects.select_related("section__session").get(pk=board_copy.table)
    an_hour_ago = timezone.now() - timedelta(hours=1)
    open_hands(session, table, board_copy.number, Actor.of_table(table.pk, "phone", "ns"))
    assert undo_problem_codes(start_step(session), director) == ["hands_opened"]
    HandsView.objects.update(at=an_hour_ago)
    undo_step(start_step(session).pk, director)
    assert started_sections(session) == []


def test_actions_during_play_block_undoing_the_start(session_and_director) -> None:
    session, director = session_and_director
    withdraw_during_session(
        session.stage.event, session.stage.event.contestants.first().pk, director
    )
    last_step = latest_step()
    assert undo_problem_codes(start_step(session), director) == ["done_since"]
    undo_step(last_step.pk, director)
    undo_step(start_step(session).pk, director)
    assert started_sections(session) == []


def test_decisions_survive_undoing_the_start(session_and_director) -> None:
    session, director = session_and_director
    play = Play.objects.filter(seating__round=playing_round(session)).first()
    parameters = {"replaces": 0, "reason": "no cards", "actor": director, "key": "void"}
    decide_play(play.pk, Entry.Kind.VOID, {}, **parameters)
    decision_step = latest_step()
    undo_step(start_step(session).pk, director)
    with pytest.raises(ValidationFailed) as refused:
        add_contestants(session.stage.event, ["Nora Nou – Pau Nou"], director)
    assert problem_codes(refused) == ["spoken_of"]
    assert Play.objects.get(pk=play.pk).state == "void"
    undo_step(decision_step.pk, director)
    add_contestants(session.stage.event, ["Nora Nou – Pau Nou"], director)


def test_extra_minutes_do_not_carry_over_to_the_second_start(session_and_director) -> None:
    session, director = session_and_director
    section = Section.objects.select_related("session__stage__event__club").get(session=session)
    give_minutes([section], 15, director, "m")
    pause_clocks([section], director)
    undo_step(start_step(session).pk, director)
    assert clock_in(section).phase == "to begin"
    start_session(session.pk, director)
    clock = clock_in(section).clock
    assert clock.phase == "running"
    round_duration = planned_round_duration(session)
    assert round_duration - timedelta(seconds=30) < clock.time_left <= round_duration


def test_start_is_undone_once_and_only_by_a_director(session_and_director) -> None:
    session, director = session_and_director
    start = start_step(session)
    _club, stranger = club_with_director("Another club")
    table_actor = at(Play.objects.select_related("seating__table").first(), "ns")
    for unauthorized in (stranger, table_actor):
        with pytest.raises(NotPermitted):
            undo_step(start.pk, unauthorized)
    assert preview_action(session.stage, lambda: undo_step(start.pk, director)).problems == ()
    assert started_sections(session) == [""], "a preview undoes nothing"
    assert undo_step(start.pk, director) == undo_step(start.pk, director)
    assert undo_problem_codes(start, SYSTEM) == ["undone"]
    assert AuditEntry.objects.filter(verb=AuditAction.UNDO_STEP).count() == 1


def test_start_of_each_section_is_undone_separately(session_with_started_section) -> None:
    session, director = session_with_started_section
    start_of_a = start_step(session, AuditAction.START_SECTION)
    start_section(section_of(session, "B"), director)
    start_of_b = start_step(session, AuditAction.START_SECTION)
    assert [(step.sections, step.is_section_start) for step in last_round_steps(session)] == [
        (("B",), True),
        (("A",), True),
    ]
    undo_step(start_of_a.pk, director)
    assert started_sections(session) == ["B"]
    assert session.started_at == Round.objects.get(section__name="B", number=1).started_at
    undo_step(start_of_b.pk, director)
    assert started_sections(session) == []
    undo_step(UndoStep.objects.get(undoes=start_of_a).pk, director)
    assert started_sections(session) == ["A"]


def test_section_started_separately_stays_started_when_the_session_start_is_undone(
    session_with_started_section,
) -> None:
    session, director = session_with_started_section
    play = Play.objects.filter(seating__round__section__name="A", seating__round__number=1).first()
    enter(play, NS_45, ("ns",))
    start_session(session.pk, director)
    assert started_sections(session) == ["A", "B", "Vic"]
    undo_step(start_step(session).pk, director)
    assert started_sections(session) == ["A"]
    assert undo_problem_codes(start_step(session, AuditAction.START_SECTION), director) == [
        "round_spoken_of"
    ]


def test_round_ended_everywhere_is_the_last_step_of_every_section(
    session_with_started_section,
) -> None:
    session, director = session_with_started_section
    start_session(session.pk, director)
    end_round_in_all_sections(session, 1, director)
    assert [(step.step, step.sections) for step in last_round_steps(session)] == [
        (latest_step(), ())
    ]
    end_round(Round.objects.get(section__name="Vic", number=2).pk, director)
    assert [step.sections for step in last_round_steps(session)] == [("Vic",), ("A", "B")]


def test_undoing_the_start_clears_the_seats_of_teams() -> None:
    session, director = started_teams()
    facts_after_start = facts(session)
    assert not SeatHolder.objects.filter(seating__round__number=1, player=None).exists()
    undo_step(start_step(session).pk, director)
    assert not SeatHolder.objects.exclude(player=None).exists()
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_after_start


def test_first_drawn_round_keeps_its_draw_when_the_start_is_undone() -> None:
    session, director = started_matches(5, "swiss", round_count=3)
    facts_after_start = facts(session)
    undo_step(start_step(session).pk, director)
    undo_of_start = latest_step()
    assert started_sections(session) == []
    undo_step(undo_of_start.pk, director)
    assert facts(session) == facts_after_start
    undo_step(latest_step().pk, director)
    undo_draw(Round.objects.get(section__session=session, number=1).pk, director)
    assert undo_problem_codes(latest_step(), director) == ["changed_since"]
    with pytest.raises(ValidationFailed) as refused:
        start_session(session.pk, director)
    assert problem_codes(refused) == ["not_drawn"]


def test_late_entry_is_in_time_once_the_round_end_is_undone(session_and_director) -> None:
    session, director = session_and_director
    round_ = playing_round(session)
    plays = list(Play.objects.filter(seating__round=round_).select_related("seating__table"))
    end_round(round_.pk, director)
    end_step = latest_step()
    enter(plays[0], NS_45)
    enter(plays[1], NS_45, ("ns",))
    facts_before_undo = facts(session)
    assert [play.state for play in map(reloaded_play, plays[:2])] == ["due", "due"]
    undo_step(end_step.pk, director)
    assert [play.state for play in map(reloaded_play, plays[:2])] == ["confirmed", "entered"]
    enter(plays[1], NS_45, ("ew",))
    assert reloaded_play(plays[1]).state == "confirmed"
    assert scoring_pipeline.recount(session.stage.event) == []
    undo_step(UndoStep.objects.get(undoes=end_step).pk, director)
    assert [play.state for play in map(reloaded_play, plays[:2])] == ["due", "entered"], (
        "E-W entered while the round was open again"
    )
    assert facts(session).rounds == facts_before_undo.rounds
    assert scoring_pipeline.recount(session.stage.event) == []


def test_decision_about_a_late_entry_survives_undoing_the_round_end(session_and_director) -> None:
    session, director = session_and_director
    round_ = playing_round(session)
    play = Play.objects.filter(seating__round=round_).select_related("seating__table").first()
    end_round(round_.pk, director)
    end_step = latest_step()
    enter(play, NS_45)
    sections = Section.objects.filter(session=session)
    accept_late_results(session, sections, LateResultFilter.ALL, "in time", director, "late")
    undo_step(end_step.pk, director)
    assert (reloaded_play(play).state, reloaded_play(play).entry.kind) == (
        "confirmed",
        "correction",
    )
    enter_round(round_, random.Random(2))
    assert (reloaded_play(play).state, reloaded_play(play).entry.kind) == (
        "confirmed",
        "correction",
    )


def reloaded_play(play: Play) -> Play:
    return Play.objects.select_related("entry").get(pk=play.pk)
