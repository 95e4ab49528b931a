"""Events that began under earlier rules keep them when they are imported."""

import pytest

from tests.scenes.evening import started_game
from tests.scenes.event_files import empty_database
from tests.scenes.matches import started_matches
from tournaments.actions.event_file.importing import import_event
from tournaments.models import Event
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file

pytestmark = pytest.mark.django_db


def test_match_tied_above_the_cap_under_old_rules_stays_tied() -> None:
    started_matches(8)
    Event.objects.update(rules_version=1, options={"target": "151", "cap": "121", "games": "1"})
    exported_event = event_file(Event.objects.get())
    empty_database()
    import_event(exported_event, SYSTEM)
    game = Event.objects.get().game
    assert game.raw_results({"ns_points": 151, "ew_points": 130}, game.board(1)) == {
        "ns": 0,
        "ew": 0,
    }


def test_event_with_a_removed_option_is_scored_as_before() -> None:
    started_game("botifarra", {"scoring": "ordinary"})
    options = {**Event.objects.get().options, "carry_over": "yes"}
    Event.objects.update(rules_version=1, options=options)
    exported_event = event_file(Event.objects.get())
    empty_database()
    import_event(exported_event, SYSTEM)
    imported = Event.objects.get()
    assert imported.options == options
    outcome = {
        "trump": "oros",
        "delegated": False,
        "contro": "none",
        "ns_points": 50,
        "renunci": None,
    }
    assert imported.game.raw_results(outcome, imported.game.board(1)) == {"ns": 14, "ew": 0}
