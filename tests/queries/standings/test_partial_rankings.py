"""Rankings of sections, where sessions of a stage are divided differently."""

import pytest

from tests.scenes import evening
from tournaments.actions.contestants.attendance import mark_absent
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.events.stage_rankings import lock_and_compute_rankings
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Event, Qualifier, Session
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.queries.standings.partial_rankings import last_section_names, sections_to_show

pytestmark = pytest.mark.django_db


def two_sections(first: range, second: range) -> Division:
    """Return two sections of these numbers."""
    plans = (("A", first), ("Vic", second))
    return Division(
        tuple(SectionPlan(name, "howell", {}, 3, tuple(numbers)) for name, numbers in plans)
    )


def play(session: Session, director: Actor) -> None:
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    evening.play_out(session, director)


@pytest.fixture
def session_in_one_section() -> tuple[Event, Actor]:
    """Play a session of nine pairs in one section."""
    session, director = evening.created(9, movement="howell", round_count=3, boards_per_round=1)
    play(session, director)
    return session.stage.event, director


def test_session_that_has_not_started_moves_nobody_between_sections(
    session_in_one_section: tuple[Event, Actor],
) -> None:
    event, director = session_in_one_section
    following = create_next_session(event, director)
    divide_session(following, two_sections(range(1, 5), range(5, 10)), director)
    assert sections_to_show(following.stage) == ()
    play(following, director)
    assert sections_to_show(following.stage) == ("A", "Vic")
    later = create_next_session(event, director)
    divide_session(later, two_sections(range(5, 10), range(1, 5)), director)
    assert {last_section_names(later.stage)[number] for number in range(1, 5)} == {"A"}


def test_contestant_without_section_is_ranked_overall_and_qualifies(
    session_in_one_section: tuple[Event, Actor],
) -> None:
    event, director = session_in_one_section
    following = create_next_session(event, director)
    missing = event.contestants.get(number=9)
    mark_absent(event, missing.pk, director)
    divide_session(following, two_sections(range(1, 5), range(5, 9)), director)
    play(following, director)
    rankings = lock_and_compute_rankings(following.stage)
    assert 9 not in {row.number for ranking in rankings.separate for row in ranking.rows}
    create_next_stage(
        event, NextStagePlan((FinalPlan("howell", PlaceRange(1, 9), rounds=3),)), director
    )
    assert Qualifier.objects.get(contestant=missing).group == 3


def test_sections_without_last_players_are_not_shown(
    session_in_one_section: tuple[Event, Actor],
) -> None:
    event, director = session_in_one_section
    following = create_next_session(event, director)
    divide_session(following, two_sections(range(1, 5), range(5, 10)), director)
    play(following, director)
    together = create_next_session(event, director)
    single_section = SectionPlan("", "howell", {}, 3, tuple(range(1, 10)))
    divide_session(together, Division((single_section,)), director)
    play(together, director)
    assert sections_to_show(together.stage) == ()
    create_next_stage(
        event, NextStagePlan((FinalPlan("howell", PlaceRange(1, 4), rounds=3),)), director
    )
    assert set(Qualifier.objects.values_list("group", flat=True)) == {1}
