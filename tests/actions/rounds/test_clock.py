"""Extend, pause and resume the clocks of sections, and their settings."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.scenes.clocks import clock_in
from tests.scenes.divided_session import dealt_at_venues, section_of, started_in_sections, table_of
from tests.scenes.evening import club_with_director, created, play_round, started
from tests.scenes.matches import started_matches
from tests.scenes.problems import refused_codes
from tournaments.actions.events.copy import EventCopy, copy_event
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.rounds.clock import (
    give_minutes,
    give_minutes_to_table,
    pause_clocks,
    resume_clocks,
)
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    ClockPause,
    Event,
    Round,
    Section,
    Session,
    TimeExtension,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.rounds.clock import read_clocks, round_clock

pytestmark = pytest.mark.django_db


def only_section(session: Session) -> Section:
    return Section.objects.select_related("session__stage__event__club").get(session=session)


def session_with_clock(minutes: int = 20) -> tuple[Session, Section, Actor]:
    """Start a session whose round lasts the given minutes."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    set_clock(session.pk, minutes, {}, director)
    return session, only_section(session), director


def move_round_start(session: Session, minutes: float) -> None:
    """Set the start of the running rounds some minutes back."""
    playing = Round.objects.filter(section__session=session, ended_at=None).exclude(started_at=None)
    playing.update(started_at=timezone.now() - timedelta(minutes=minutes))


def minutes_left(section: Section) -> float:
    """Return the minutes left on the section's clock, rounded to halves."""
    clock = clock_in(section).clock
    assert clock
    return round(2 * (clock.time_left / timedelta(minutes=1))) / 2


def audit_data_of(verb: AuditAction) -> list[dict]:
    return list(AuditEntry.objects.filter(verb=verb).order_by("pk").values_list("data", flat=True))


def test_round_length_follows_from_its_boards_unless_set() -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert minutes_left(only_section(session)) == 14
    set_clock(session.pk, 25, {}, director)
    assert minutes_left(only_section(session)) == 25
    set_clock(session.pk, None, {}, director)
    assert minutes_left(only_section(session)) == 14


def test_unchanged_clock_settings_are_audited_once() -> None:
    session, _section, director = session_with_clock()
    set_clock(session.pk, 20, {}, director)
    assert len(audit_data_of(AuditAction.SET_CLOCK)) == 1


def test_break_precedes_the_next_round() -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    set_clock(session.pk, 20, {1: 15}, director)
    section = only_section(session)
    assert clock_in(section).phase == "running"
    play_round(session, director)
    clock = clock_in(section)
    assert (clock.round_number, clock.phase, minutes_left(section)) == (2, "break", 15)
    give_minutes([section], -15, director, "enough")
    assert (clock_in(section).phase, minutes_left(section)) == ("running", 20)


def test_clock_settings_report_every_problem_and_store_nothing() -> None:
    session, _section, director = session_with_clock()
    invalid_breaks = {4: 10, 0: 10, 2: 0, 3: 900}
    assert sorted(refused_codes(lambda: set_clock(session.pk, 0, invalid_breaks, director))) == [
        "break_out_of_range",
        "break_out_of_range",
        "minutes_out_of_range",
        "no_break_there",
        "no_break_there",
    ]
    session.refresh_from_db()
    assert session.minutes_per_round == 20
    assert not session.breaks.exists()


def test_clock_settings_of_a_finished_session_are_refused() -> None:
    session, _section, director = session_with_clock()
    finish_session(session.pk, director)
    assert refused_codes(lambda: set_clock(session.pk, 30, {}, director)) == ["session_over"]


def test_repeated_key_extends_the_round_once() -> None:
    _session, section, director = session_with_clock()
    for _attempt in range(2):
        assert give_minutes([section], 2, director, "key") == {"sections": 1}
    assert minutes_left(section) == 22
    assert audit_data_of(AuditAction.GIVE_MINUTES) == [{"round": 1, "minutes": 2}]
    assert refused_codes(lambda: give_minutes([section], 5, director, "key")) == ["key_reused"]


def test_round_is_shortened_at_most_to_now() -> None:
    session, section, director = session_with_clock()
    move_round_start(session, 17)
    give_minutes([section], -10, director, "less")
    assert minutes_left(section) == 0
    assert refused_codes(lambda: give_minutes([section], -1, director, "none")) == ["no_time_left"]


def test_extension_after_the_time_is_up_counts_from_now() -> None:
    session, section, director = session_with_clock()
    move_round_start(session, 29)
    assert minutes_left(section) == -9
    give_minutes([section], 3, director, "three more")
    assert minutes_left(section) == 3


@pytest.mark.parametrize("minutes", [0, 121, -121])
def test_minutes_out_of_range_are_refused(minutes: int) -> None:
    _session, section, director = session_with_clock()
    assert refused_codes(lambda: give_minutes([section], minutes, director, "k")) == [
        "minutes_out_of_range"
    ]
    assert not TimeExtension.objects.exists()


def test_table_has_an_extension_of_its_own() -> None:
    _session, section, director = session_with_clock()
    table = section.tables.select_related("section__session__stage__event__club").get(number=2)
    give_minutes([section], 1, director, "all")
    give_minutes_to_table(table, 5, director, "one")
    clock = clock_in(section)
    assert minutes_left(section) == 21
    assert [
        (table.table.number, table.clock.minutes_left_rounded_up) for table in clock.table_clocks
    ] == [(2, 26)]
    round_ = section.rounds.get(number=1)
    extended_clock, other_clock = (
        round_clock(round_, table),
        round_clock(round_, section.tables.get(number=1)),
    )
    assert extended_clock
    assert other_clock
    assert extended_clock.minutes_left_rounded_up - other_clock.minutes_left_rounded_up == 5
    assert audit_data_of(AuditAction.GIVE_MINUTES)[-1] == {"round": 1, "minutes": 5, "table": "2"}


def test_extension_ends_with_its_round() -> None:
    _session, section, director = session_with_clock()
    give_minutes([section], 30, director, "k")
    end_round(section.rounds.get(number=1).pk, director)
    assert minutes_left(section) == 20


def test_paused_clock_loses_no_time_and_shows_since_when() -> None:
    session, section, director = session_with_clock()
    move_round_start(session, 5)
    pause_clocks([section], director)
    ClockPause.objects.update(at=timezone.now() - timedelta(minutes=3))
    assert (clock_in(section).phase, minutes_left(section)) == ("paused", 18)
    assert refused_codes(lambda: pause_clocks([section], director)) == ["clock_stands"]
    resume_clocks([section], director)
    assert (clock_in(section).phase, minutes_left(section)) == ("running", 18)
    assert refused_codes(lambda: resume_clocks([section], director)) == ["clock_runs"]
    assert (
        len(audit_data_of(AuditAction.PAUSE_CLOCK)),
        len(audit_data_of(AuditAction.RESUME_CLOCK)),
    ) == (1, 1)


def test_paused_clock_can_be_extended() -> None:
    _session, section, director = session_with_clock()
    pause_clocks([section], director)
    give_minutes([section], 4, director, "k")
    assert (clock_in(section).phase, minutes_left(section)) == ("paused", 24)


def test_paused_clock_resumes_with_the_next_round() -> None:
    _session, section, director = session_with_clock()
    pause_clocks([section], director)
    end_round(section.rounds.get(number=1).pk, director)
    assert (clock_in(section).round_number, clock_in(section).phase, minutes_left(section)) == (
        2,
        "running",
        20,
    )
    assert audit_data_of(AuditAction.RESUME_CLOCK) == [{}]


def test_clock_is_none_before_the_first_round_and_after_the_last() -> None:
    session, director = created(8, movement="mitchell", round_count=2, boards_per_round=2)
    section = only_section(session)
    for act in (
        lambda: pause_clocks([section], director),
        lambda: give_minutes([section], 2, director, "k"),
        lambda: pause_clocks([], director),
        lambda: give_minutes([], 2, director, "nobody"),
    ):
        assert refused_codes(act) == ["clock_off"]
    assert clock_in(section).phase == "to begin"
    session, director = _played_out()
    section = only_section(session)
    assert clock_in(section).phase == "ended"
    assert refused_codes(lambda: pause_clocks([section], director)) == ["clock_off"]


def test_clock_cannot_be_paused_before_a_round_is_drawn() -> None:
    session, director = started_matches(4, "knock_out", round_count=2)
    section = only_section(session)
    pause_clocks([section], director)
    end_round(section.rounds.get(number=1).pk, director)
    assert refused_codes(lambda: pause_clocks([section], director)) == ["clock_stands"]
    resume_clocks([section], director)
    assert refused_codes(lambda: pause_clocks([section], director)) == ["clock_off"]


def _played_out() -> tuple[Session, Actor]:
    session = Session.objects.get()
    director = Actor.of_user(session.stage.event.club.memberships.get().user_id)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    for number in (1, 2):
        end_round(Round.objects.get(section__session=session, number=number).pk, director)
    return session, director


@pytest.mark.thorough
def test_sections_have_their_own_clocks_and_are_paused_together() -> None:
    session, director = started_in_sections()
    vic, a = section_of(session, "Vic"), section_of(session, "A")
    give_minutes([vic], 5, director, "vic")
    pause_clocks([a], director)
    assert {
        clock.section.name: clock.phase for clock in read_clocks(session, session.sections.all())
    } == {
        "A": "paused",
        "B": "running",
        "Vic": "running",
    }
    assert minutes_left(vic) - minutes_left(a) == 5
    everywhere = [section_of(session, name) for name in ("A", "B", "Vic")]
    pause_clocks(everywhere, director)
    assert audit_data_of(AuditAction.PAUSE_CLOCK) == [
        {"section": "A"},
        {"section": "B"},
        {"section": "Vic"},
    ]
    assert ClockPause.objects.count() == 3
    resume_clocks(everywhere, director)
    assert not ClockPause.objects.filter(until=None).exists()


def test_venue_director_changes_only_their_sections_clocks() -> None:
    session, director, staff = dealt_at_venues()
    start_session(session.pk, director)
    vic, a = section_of(session, "Vic"), section_of(session, "A")
    venue_director = staff["Biblioteca de Vic"]
    give_minutes([vic], 5, venue_director, "k")
    pause_clocks([vic], venue_director)
    resume_clocks([vic], venue_director)
    give_minutes_to_table(table_of(session, "Vic", 1), 1, venue_director, "one")
    for act in (
        lambda: give_minutes([a], 5, venue_director, "other"),
        lambda: pause_clocks([vic, a], venue_director),
        lambda: resume_clocks([a], venue_director),
        lambda: give_minutes_to_table(table_of(session, "A", 1), 1, venue_director, "another"),
        lambda: set_clock(session.pk, 30, {}, venue_director),
    ):
        assert refused_codes(act) == ["not_yours"]
    assert clock_in(a).phase == "running"


def test_strangers_and_tables_cannot_change_clocks() -> None:
    session, section, _director = session_with_clock()
    _club, stranger = club_with_director("Another club")
    phone = Actor.of_table(section.tables.earliest("pk").pk, "phone", "ns")
    for actor in (stranger, phone):
        assert refused_codes(lambda actor=actor: pause_clocks([section], actor)) == ["not_yours"]
        assert refused_codes(lambda actor=actor: set_clock(session.pk, 30, {}, actor)) == [
            "not_yours"
        ]
    pause_clocks([section], SYSTEM)


def test_read_only_event_refuses_clock_changes() -> None:
    session, _section, director = session_with_clock()
    Event.objects.update(read_only=True)
    section = only_section(session)
    assert refused_codes(lambda: set_clock(session.pk, 30, {}, director)) == ["read_only"]
    assert refused_codes(lambda: pause_clocks([section], director)) == ["read_only"]
    assert not ClockPause.objects.exists()


def test_next_session_and_copied_event_have_the_same_clock_settings() -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    set_clock(session.pk, 20, {2: 15}, director)
    finish_session(session.pk, director)
    next_session = create_next_session(session.stage.event, director)
    answer = copy_event(session.stage.event_id, EventCopy("Again"), director, "copy")
    for session_ in (next_session, Session.objects.get(pk=answer["session"])):
        session_.refresh_from_db()
        assert session_.minutes_per_round == 20
        assert list(session_.breaks.values_list("after_round", "minutes")) == [(2, 15)]
