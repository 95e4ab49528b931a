"""Line-ups in event files, in which only a team's own players can sit in its seats."""

import copy
from collections.abc import Callable

import pytest

from games.problems import ValidationFailed
from tests.scenes.event_files import empty_database
from tests.scenes.teams import started_teams
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.rounds.line_ups import submit_line_up
from tournaments.models import Contestant, LineUp, Round
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file

pytestmark = pytest.mark.django_db

ROUND = "stages[0].sessions[0].sections[0].rounds[1]"


@pytest.fixture
def file() -> dict:
    """Return the file of an event in which a team has declared its line-up for round 2."""
    session, director = started_teams(4)
    team = Contestant.objects.get(number=2)
    second_round = Round.objects.get(number=2)
    submit_line_up(second_round.pk, team.pk, {"N": 4, "S": 3, "E": 2, "W": 1}, director)
    exported = event_file(session.stage.event)
    empty_database()
    return exported


def second_round(file: dict) -> dict:
    return file["stages"][0]["sessions"][0]["sections"][0]["rounds"][1]


def test_line_up_is_exported_and_imported(file: dict) -> None:
    (line_up,) = second_round(file)["line_ups"]
    assert [seat["seat"] for seat in line_up["seats"]] == ["E", "N", "S", "W"]
    assert event_file(import_event(copy.deepcopy(file), SYSTEM)) == file
    assert LineUp.objects.get(seat="N").player.name == "Dídac 2"


def seat_player_twice(line_up: dict) -> None:
    line_up["seats"][0]["player"] = line_up["seats"][1]["player"]


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (lambda line_up: line_up.update(contestant=99), "line_up_of_nobody", "contestant"),
        (lambda line_up: line_up["seats"][0].update(player=99), "wrong_line_up", "seats"),
        (lambda line_up: line_up["seats"][0].update(player=1), "wrong_line_up", "seats"),
        (seat_player_twice, "wrong_line_up", "seats"),
        (lambda line_up: line_up["seats"][0].update(seat="A"), "wrong_seats", "seats"),
    ],
    ids=["unknown team", "unknown player", "player of another team", "player twice", "wrong seat"],
)
def test_impossible_line_up_is_reported_at_its_path(
    file: dict, change: Callable[[dict], None], code: str, path: str
) -> None:
    change(second_round(file)["line_ups"][0])
    with pytest.raises(ValidationFailed) as refused:
        import_event(file, SYSTEM)
    assert (code, f"{ROUND}.line_ups[0].{path}") in {
        (problem.code, problem.field) for problem in refused.value.problems
    }
    assert not LineUp.objects.exists()


def test_tiebreak_that_does_not_suit_teams_is_refused(file: dict) -> None:
    file["event"]["tiebreaks"] = ["tops"]
    with pytest.raises(ValidationFailed) as refused:
        import_event(file, SYSTEM)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        ("tiebreak_unsuited", "event.tiebreaks")
    ]
