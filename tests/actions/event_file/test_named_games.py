"""A game that a club has named, with its scenarios, goes out as a file and comes back whole."""

import io
import json
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from games.problems import ValidationFailed
from tests.actions.event_file.test_event_file import exported
from tests.scenes.event_files import empty_the_database
from tests.scenes.scenarios import LISTS, play_sheets, started_scenarios
from tournaments import scoring_pipeline
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.copy import EventCopy, copy_event
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Event
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.boards.travellers import shown_scenario
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def played(*, whole: bool) -> Event:
    """Two rounds and the end, or one round of both, scored by places at the table."""
    session, director = started_scenarios(minutes="75")
    Event.objects.update(method_key="placement", method_options={})
    play_sheets(session, director)
    if whole:
        play_sheets(session, director)
        finish_session(session.pk, director)
    return Event.objects.get()


@pytest.mark.parametrize("whole", [True, False])
def test_out_in_and_out_again(whole: bool, tmp_path: Path) -> None:
    event = played(whole=whole)
    boards = event.stages.get().sessions.get().boards
    scenarios = [shown_scenario(each) for each in boards.select_related("session__stage__event")]
    shown = [scoring_pipeline.lock_and_compute_standings(stage) for stage in event.stages.all()]
    file = exported(event, tmp_path)
    if not whole:
        hidden = [" ".join(each["Map"]) for each in scenarios if each]
        assert len(hidden) == 2
        assert b'"seed": null' in file
    empty_the_database()
    call_command("import", str(tmp_path / "event.json"), stdout=io.StringIO())
    catch_up()
    event = Event.objects.get()
    assert (event.game.club_title, event.game.minutes_per_board, len(event.game.lists)) == (
        "Broom Service",
        75,
        3,
    )
    assert [
        scoring_pipeline.lock_and_compute_standings(stage) for stage in event.stages.all()
    ] == shown
    boards = event.stages.get().sessions.get().boards
    again = [shown_scenario(each) for each in boards.select_related("session__stage__event")]
    assert again == (scenarios if whole else [{}] * len(scenarios))
    assert exported(event, tmp_path) == file


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scenario": "Map: castle"}, "Line 1: write two items at least."),
        ({"title": "x" * 61}, "Write 60 characters at most: these are 61."),
        ({"minutes": "0"}, "a number of minutes from 1 to 180"),
        ({"scenario": "A" * 4001}, "options"),
    ],
)
def test_a_file_with_options_that_no_game_has_is_refused(
    options: dict[str, str], said: str
) -> None:
    values = json.loads(json.dumps(event_file(played(whole=True))))
    values["event"]["options"] |= options
    with pytest.raises(ValidationFailed) as refused:
        import_event(values, SYSTEM)
    assert any(said in each.message for each in refused.value.problems)


def test_a_method_for_single_seats_fits_no_pairs() -> None:
    values = json.loads(json.dumps(event_file(played(whole=True))))
    values["event"] |= {"game": "botifarra", "options": {}}
    with pytest.raises(ValidationFailed) as refused:
        import_event(values, SYSTEM)
    assert "method_for_teams" in {each.code for each in refused.value.problems}


def test_the_same_again_has_the_same_lists_and_a_seed_of_its_own() -> None:
    event = played(whole=True)
    director = Actor.of_user(get_user_model().objects.get(username__startswith="director").pk)
    made = copy_event(event.pk, EventCopy("De nou", same_contestants=True), director, "copy")
    again = Event.objects.get(pk=made["event"])
    assert again.options == event.options | {"scenario": LISTS}
    assert again.stages.get().sessions.get().commitment not in (
        "",
        event.stages.get().sessions.get().commitment,
    )
