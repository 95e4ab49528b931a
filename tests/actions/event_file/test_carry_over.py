"""Finals and their carry-over in event files."""

import random
from fractions import Fraction

import pytest

from tests.scenes import evening
from tests.scenes.divided_session import play_rounds_of_section
from tests.scenes.event_files import empty_database
from tests.scenes.latest_standings import latest_standings
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Event
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

ROUND_ROBIN_ROTATION = {"rotation": "round_robin"}


def event_with_finals() -> Event:
    """Return an event of twelve pairs with two finals that carry over a third of the totals."""
    session, director = evening.created(
        12,
        movement="barometer",
        round_count=2,
        boards_per_round=1,
        movement_options=ROUND_ROBIN_ROTATION,
    )
    finals = (
        FinalPlan("barometer", PlaceRange(1, 6), "A", ROUND_ROBIN_ROTATION, 2),
        FinalPlan("barometer", None, "B", ROUND_ROBIN_ROTATION, 2),
    )
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    evening.play_out(session, director, random.Random(3))
    next_session = create_next_stage(
        session.stage.event, NextStagePlan(finals, carry_over=Fraction(1, 3)), director
    )
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    for name in ("A", "B"):
        play_rounds_of_section(next_session, name, 2, director)
    finish_session(next_session.pk, director)
    catch_up()
    return Event.objects.select_related("club").get()


@pytest.mark.thorough
def test_finals_with_carry_over_have_the_same_standings_after_import() -> None:
    event = event_with_finals()
    file, standings = event_file(event), latest_standings(event.stages.get(number=2))
    assert file["stages"][1]["carried"] == "1/3"
    empty_database()
    imported = import_event(file, SYSTEM)
    catch_up()
    assert event_file(imported) == file
    assert latest_standings(imported.stages.get(number=2)) == standings
