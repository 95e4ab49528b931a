"""The clock of a session by the API."""

import pytest

from tests.api.clients import Api
from tests.scenes.evening import started
from tournaments.actions.rounds.clock import give_minutes_to_table

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_clock_lists_tables_with_time_of_their_own() -> None:
    session, director = started(8, round_count=4, boards_per_round=2)
    (before,) = Api().read(f"sessions/{session.pk}/clock/")["sections"]
    assert (before["round"], before["phase"], before["tables"]) == (1, "running", [])
    table = session.sections.get().tables.get(number=2)
    give_minutes_to_table(table, 5, director, "five minutes more")
    (after,) = Api().read(f"sessions/{session.pk}/clock/")["sections"]
    assert [row["table"] for row in after["tables"]] == [2]
    assert after["tables"][0]["seconds"] > after["seconds"]
