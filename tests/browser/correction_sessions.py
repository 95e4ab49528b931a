"""Sessions with a mistake, for `CORRECTION_CASES` in tests/browser/correction_cases.py."""

from datetime import timedelta
from random import Random

from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import created, enter, enter_round, outcome, play_out, play_round, started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.actions.events.publish import publish_event
from tournaments.actions.penalties.club_penalties import add_club_penalty
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.sessions import deal_session, start_section
from tournaments.models import Contestant, Play, Round, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round

SessionAndDirector = tuple[Session, Actor]

_TWO_SECTIONS = {"A": (1, 2, 3, 4), "B": (5, 6, 7, 8, 9, 10)}


def last_round_entered() -> SessionAndDirector:
    """Play the first of two rounds of eight pairs, and enter the second one."""
    session, director = in_round_two(round_count=2)
    enter_round(running_round(session), Random(2))
    return session, director


def second_round_of_seven_entered() -> SessionAndDirector:
    """Play the first of seven rounds of eight pairs, and enter the second one."""
    session, director = in_round_two()
    enter_round(running_round(session), Random(2))
    return session, director


def result_missing() -> SessionAndDirector:
    """Enter the second round except board 12 at table 1."""
    session, director = in_round_two()
    for play in _plays(session).exclude(board__number=12):
        enter(play, outcome(Random(play.pk)))
    return session, director


def conflict() -> SessionAndDirector:
    """Enter the second round, with different results of the two sides on board 11."""
    session, director = in_round_two()
    for play in _plays(session).exclude(board__number=11):
        enter(play, outcome(Random(play.pk)))
    enter(_plays(session).get(board__number=11), RESULT, ("ns",))
    enter(_plays(session).get(board__number=11), OTHER_RESULT, ("ew",))
    return session, director


def with_penalties() -> SessionAndDirector:
    """Add a penalty for being late to the club."""
    session, director = last_round_entered()
    add_club_penalty(session.stage.event.club, "Late", ["0.1", "0.2"], director)
    return session, director


def session_running_late() -> SessionAndDirector:
    """Start a session of four rounds of 20 minutes that runs late.

    The first round took 50 minutes, and the second one has been running for 60.
    """
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    set_clock(session.pk, 20, {}, director)
    first = play_round(session, director)
    enter_round(running_round(session), Random(2))
    ended = first.started_at - timedelta(minutes=60)
    Round.objects.filter(pk=first.pk).update(
        started_at=ended - timedelta(minutes=50), ended_at=ended
    )
    Round.objects.filter(pk=running_round(session).pk).update(started_at=ended)
    return session, director


def second_drawn_round_started() -> SessionAndDirector:
    """Play a round of matches, then draw and start the second one."""
    session, director = started_matches(6, round_count=3)
    play_matches(session, director)
    begin_next_round(session, director)
    return session, director


def published() -> SessionAndDirector:
    """Play two rounds and publish the standings."""
    session, director = started(6, movement="mitchell", round_count=2, boards_per_round=1)
    play_out(session, director, Random(3))
    publish_event(session.stage.event_id, director)
    return session, director


def just_started() -> SessionAndDirector:
    """Start the first round, without entries."""
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    rebuild_standings(session.stage_id)
    return session, director


def one_section_not_started() -> SessionAndDirector:
    """Start one of two sections."""
    session, director = created(10, movement="barometer", round_count=3, boards_per_round=2)
    plans = [SectionPlan(name, "howell", {}, 3, numbers) for name, numbers in _TWO_SECTIONS.items()]
    divide_session(session, Division(plans), director)
    deal_session(session.pk, "sort", director)
    start_section(session.sections.get(name="A"), director)
    rebuild_standings(session.stage_id)
    return session, director


def one_pair_sits_out() -> SessionAndDirector:
    """Play a round of nine pairs, and enter the second one; one seat is free."""
    session, director = started(9, movement="howell", round_count=6, boards_per_round=2)
    play_round(session, director)
    enter_round(running_round(session), Random(2))
    return session, director


def two_pairs_withdrawn() -> SessionAndDirector:
    """Withdraw two of twelve pairs in the second round of seven."""
    session, director = started(12, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director)
    enter_round(running_round(session), Random(2))
    for number in (2, 6):
        withdraw_during_session(
            session.stage.event, Contestant.objects.get(number=number).pk, director
        )
    return session, director


def in_round_two(round_count: int = 7) -> SessionAndDirector:
    """Play a round of eight pairs, which starts the second."""
    session, director = started(8, movement="howell", round_count=round_count, boards_per_round=2)
    play_round(session, director)
    return session, director


def running_round(session: Session) -> Round:
    """Return the running round."""
    round_ = playing_round(session)
    assert round_
    return round_


def _plays(session: Session):
    return Play.objects.filter(seating__round=running_round(session)).select_related(
        "seating__table"
    )
