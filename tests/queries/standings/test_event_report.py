"""The report of a stage contains adjusted awards."""

import random
from fractions import Fraction

import pytest

from tests.scenes.evening import enter_round, started
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.models import Play
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.standings.event_report import event_report
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def test_report_contains_adjusted_awards() -> None:
    session, director = started(8, movement="mitchell", round_count=2, boards_per_round=1)
    enter_round(playing_round(session), random.Random(1))
    play = Play.objects.filter(board__number=1).exclude(line_points="").order_by("pk")[0]
    parameters = {
        "replaces": play.revision,
        "reason": "their phone rang",
        "actor": director,
        "key": "k",
    }
    give_awards(play.pk, {"ns": "7/4", "ew": "not_played"}, **parameters)
    catch_up()
    (result_with_awards,) = [
        result for result in event_report(session.stage).boards[1] if result.awards and not result.x
    ]
    assert result_with_awards.awards == {"ns": Fraction(7, 4), "ew": None}
    assert result_with_awards.as_json()["x"] is None
    assert result_with_awards.as_json()["award"]["ns"] == "7/4"
