"""Turning a table does not change the two rankings of a movement without switches."""

import random

import pytest

from tests.scenes.evening import play_round, started
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.models import Seating
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.mark.thorough
def test_contestants_stay_ranked_on_their_own_line() -> None:
    session, director = started(16, movement="mitchell", round_count=3, boards_per_round=2)
    play_round(session, director, random.Random(3))
    catch_up()
    rankings_before = scoring_pipeline.lock_and_compute_standings(session.stage).rankings
    table = Seating.objects.get(round__section__session=session, round__number=1, table__number=1)
    pairs = set(table.places.values_list("contestant__number", flat=True))
    turn_table(table.pk, CorrectionRequest(director, "k"))
    catch_up()
    rankings_after = scoring_pipeline.lock_and_compute_standings(session.stage).rankings
    assert (
        [ranking.line for ranking in rankings_after]
        == [ranking.line for ranking in rankings_before]
        == ["ns", "ew"]
    )
    for ranking_before, ranking_after in zip(rankings_before, rankings_after, strict=True):
        assert {row.number for row in ranking_before.rows} == {
            row.number for row in ranking_after.rows
        }
        assert all(row.boards == 2 for row in ranking_after.rows)
    totals = [
        {row.number: row.total for ranking_of_line in ranking for row in ranking_of_line.rows}
        for ranking in (rankings_before, rankings_after)
    ]
    assert {number for number in totals[0] if totals[0][number] != totals[1][number]} <= pairs
