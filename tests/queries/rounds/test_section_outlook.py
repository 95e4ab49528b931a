"""The progress of sections, as read for the outlook."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.scenes.divided_session import play_rounds_of_section, started_in_sections
from tests.scenes.evening import created, play_round, started
from tests.scenes.matches import started_matches
from tournaments.actions.rounds.clock import pause_clocks, resume_clocks
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import ClockPause, Play, Round, Section, Session, Stage
from tournaments.queries.rounds.finish_time import DROP_ROUND, FEWER_BOARDS, Outlook, read_outlook

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def minutes_ago(minutes: float) -> datetime:
    return NOW - timedelta(minutes=minutes)


def set_round_lengths(session: Session, *minutes: float) -> None:
    """Set the lengths of the finished rounds; the current one begins now."""
    rounds = Round.objects.filter(section__session=session).order_by("number")
    for number, round_ in enumerate(rounds[: len(minutes) + 1]):
        round_.started_at = minutes_ago(sum(minutes[number:]))
        round_.ended_at = minutes_ago(sum(minutes[number + 1 :])) if number < len(minutes) else None
        round_.save()


def outlook_at_now(session: Session) -> Outlook:
    outlook = read_outlook(session, session.sections.all(), NOW)
    assert outlook
    return outlook


def in_minutes(outlook: Outlook) -> float:
    return (outlook.expected_end - NOW) / timedelta(minutes=1)


def after_two_slow_rounds() -> Session:
    """Play two of eight rounds in 44 minutes instead of 23, and start the third."""
    session, director = started(16, movement="mitchell", round_count=8, boards_per_round=2)
    set_clock(session.pk, 20, {}, director)
    play_round(session, director)
    play_round(session, director)
    set_round_lengths(session, 44, 44)
    session.refresh_from_db()
    return session


def test_outlook_follows_from_the_rounds_played() -> None:
    session = after_two_slow_rounds()
    pace = (44 + 44 + 23) / 3
    outlook = outlook_at_now(session)
    assert in_minutes(outlook) == pytest.approx(6 * pace)
    assert outlook.planned_end == minutes_ago(88) + 8 * timedelta(minutes=23)
    assert [saving.method for saving in outlook.time_savings] == [DROP_ROUND, FEWER_BOARDS]


def test_entered_boards_shorten_the_expected_round() -> None:
    session = after_two_slow_rounds()
    minutes_before = in_minutes(outlook_at_now(session))
    set_round_lengths(session, 44, 44)
    Round.objects.filter(number=3).update(started_at=minutes_ago(60))
    late = in_minutes(outlook_at_now(session))
    Play.objects.filter(seating__round__number=3).update(state=Play.State.CONFIRMED)
    assert in_minutes(outlook_at_now(session)) < late < minutes_before


def test_pauses_and_breaks_do_not_count_as_playing_time() -> None:
    session, director = started(16, movement="mitchell", round_count=8, boards_per_round=2)
    set_clock(session.pk, 20, {1: 15}, director)
    section = session.sections.get()
    play_round(session, director)
    play_round(session, director)
    pause_clocks([section], director)
    resume_clocks([section], director)
    session.refresh_from_db()
    set_round_lengths(session, 23, 15 + 23 + 10)
    ClockPause.objects.update(at=minutes_ago(20), until=minutes_ago(10))
    assert in_minutes(outlook_at_now(session)) == pytest.approx(6 * 23)


def test_finished_section_does_not_delay_the_outlook() -> None:
    session, director = started_in_sections()
    play_rounds_of_section(session, "Vic", 3, director)
    Round.objects.filter(section__name="Vic").update(
        started_at=minutes_ago(600), ended_at=minutes_ago(500)
    )
    assert in_minutes(outlook_at_now(session)) < 200


@pytest.mark.parametrize(("movement", "drops"), [("swiss", True), ("round_robin", False)])
def test_only_movements_that_allow_it_drop_the_last_round(movement: str, drops: bool) -> None:
    session, _director = started_matches(8, round_count=3)
    Stage.objects.update(movement_key=movement)
    Round.objects.update(started_at=minutes_ago(100))
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    assert (
        DROP_ROUND in [saving.method for saving in outlook_at_now(session).time_savings]
    ) == drops


def test_there_is_no_outlook_before_the_first_round() -> None:
    session, _director = created(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert read_outlook(session, session.sections.all()) is None


def test_outlook_is_none_once_the_session_is_over() -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    finish_session(session.pk, director)
    session.refresh_from_db()
    assert read_outlook(session, session.sections.all()) is None


def test_outlook_takes_a_fixed_number_of_queries() -> None:
    session, _director = started_in_sections()
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    counts = []
    for sections in (Section.objects.filter(name="A"), session.sections.all()):
        with CaptureQueriesContext(connection) as queries:
            assert read_outlook(session, sections)
        counts.append(len(queries))
    assert counts[0] == counts[1]
