"""The movement's view of seatings, built from rows."""

import pytest

from tests.scenes.evening import started
from tournaments.models import Round
from tournaments.queries.rounds.table_seatings import table_seatings

pytestmark = pytest.mark.django_db


def test_seatings_keep_the_order_of_rounds_and_tables() -> None:
    session, _director = started(8, movement="howell", round_count=5, boards_per_round=2)
    last_first = list(Round.objects.order_by("-number"))
    seated = table_seatings(last_first, session.stage.event.game.lines)
    assert list(seated) == [round_.pk for round_ in last_first]
    assert all(
        [planned_table.table for planned_table, _seating in tables] == [1, 2, 3, 4]
        for tables in seated.values()
    )
