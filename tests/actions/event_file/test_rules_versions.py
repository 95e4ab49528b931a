"""An event that began under earlier rules keeps them, at home and as a file."""

import pytest

from tests.scenes.drawn import started_matches
from tests.scenes.evening import started_game
from tests.scenes.event_files import empty_the_database
from tournaments.actions.event_file.importing import import_event
from tournaments.models import Event
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file

pytestmark = pytest.mark.django_db


def test_a_match_that_was_drawn_above_the_cap_stays_drawn() -> None:
    started_matches(8)
    Event.objects.update(rules_version=1, options={"target": "151", "cap": "121", "games": "1"})
    said = event_file(Event.objects.get())
    empty_the_database()
    import_event(said, SYSTEM)
    game = Event.objects.get().game
    assert game.x({"ns_points": 151, "ew_points": 130}, game.board(1)) == {"ns": 0, "ew": 0}


def test_an_event_that_chose_a_removed_option_opens_and_scores_as_before() -> None:
    started_game("botifarra", {"scoring": "ordinary"})
    before = {**Event.objects.get().options, "carry_over": "yes"}
    Event.objects.update(rules_version=1, options=before)
    said = event_file(Event.objects.get())
    empty_the_database()
    import_event(said, SYSTEM)
    again = Event.objects.get()
    assert again.options == before
    outcome = {
        "trump": "oros",
        "delegated": False,
        "contro": "none",
        "ns_points": 50,
        "renunci": None,
    }
    assert again.game.x(outcome, again.game.board(1)) == {"ns": 14, "ew": 0}
