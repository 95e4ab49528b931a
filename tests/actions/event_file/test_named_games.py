"""Event files of a club's own game: a score sheet with a title and lists for drawing scenarios."""

import io
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from games.problems import ValidationFailed
from tests.actions.event_file.test_event_file import export_file
from tests.scenes.event_files import empty_database
from tests.scenes.scenarios import SCENARIO_LISTS, play_score_sheet_round, started_scenarios
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


def played_event(*, is_finished: bool) -> Event:
    """Return a finished event of two rounds, or one with only its first round played."""
    session, director = started_scenarios(minutes="75")
    Event.objects.update(method_key="placement", method_options={})
    play_score_sheet_round(session, director)
    if is_finished:
        play_score_sheet_round(session, director)
        finish_session(session.pk, director)
    return Event.objects.get()


@pytest.mark.parametrize("is_finished", [True, False])
def test_exported_and_imported_event_has_the_same_scenarios(
    is_finished: bool, tmp_path: Path
) -> None:
    event = played_event(is_finished=is_finished)
    boards = event.stages.get().sessions.get().boards
    scenarios = [shown_scenario(board) for board in boards.select_related("session__stage__event")]
    standings = [scoring_pipeline.lock_and_compute_standings(stage) for stage in event.stages.all()]
    file = export_file(event, tmp_path)
    if not is_finished:
        assert len([scenario for scenario in scenarios if scenario]) == 2, (
            "those of the first round"
        )
        assert b'"seed": null' in file
    empty_database()
    call_command("import", str(tmp_path / "event.json"), stdout=io.StringIO())
    catch_up()
    event = Event.objects.get()
    assert (
        event.game.club_title,
        event.game.minutes_per_board,
        len(event.game.scenario_lists),
    ) == (
        "Broom Service",
        75,
        3,
    )
    assert [
        scoring_pipeline.lock_and_compute_standings(stage) for stage in event.stages.all()
    ] == standings
    boards = event.stages.get().sessions.get().boards
    imported_scenarios = [
        shown_scenario(board) for board in boards.select_related("session__stage__event")
    ]
    assert imported_scenarios == (scenarios if is_finished else [{}] * len(scenarios))
    assert export_file(event, tmp_path) == file


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scenario": "Map: castle"}, "Line 1: write two items at least."),
        ({"title": "x" * 61}, "Write 60 characters at most: these are 61."),
        ({"minutes": "0"}, "a number of minutes from 1 to 180"),
        ({"scenario": "A" * 4001}, "options"),
    ],
)
def test_file_with_invalid_options_is_refused(options: dict[str, str], message: str) -> None:
    file_values = event_file(played_event(is_finished=True))
    file_values["event"]["options"] |= options
    with pytest.raises(ValidationFailed) as refused:
        import_event(file_values, SYSTEM)
    assert any(message in problem.message for problem in refused.value.problems)


def test_placement_method_is_refused_for_pairs() -> None:
    file_values = event_file(played_event(is_finished=True))
    file_values["event"] |= {"game": "botifarra", "options": {}}
    with pytest.raises(ValidationFailed) as refused:
        import_event(file_values, SYSTEM)
    assert "method_for_teams" in {problem.code for problem in refused.value.problems}


def test_copied_event_has_the_same_lists_and_another_seed() -> None:
    event = played_event(is_finished=True)
    director = Actor.of_user(get_user_model().objects.get(username__startswith="director").pk)
    copy_answer = copy_event(event.pk, EventCopy("De nou", same_contestants=True), director, "copy")
    copied = Event.objects.get(pk=copy_answer["event"])
    assert copied.options == event.options | {"scenario": SCENARIO_LISTS}
    assert copied.stages.get().sessions.get().commitment not in (
        "",
        event.stages.get().sessions.get().commitment,
    )
