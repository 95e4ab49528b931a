"""Tables of a team match do not see results that would help them."""

import random

import pytest

from tests.scenes.evening import enter, outcome
from tests.scenes.teams import started_teams
from tournaments.models import Play, Session
from tournaments.permissions.visibility.results_of_other_tables import table_may_see_other_results

pytestmark = pytest.mark.django_db


def play_at_table(session: Session, number: int) -> Play:
    """Return the play of board 1 at a table in the first round."""
    plays = Play.objects.filter(board__session=session, board__number=1, seating__round__number=1)
    return plays.select_related("seating__table", "board").get(seating__table__number=number)


def test_table_sees_no_result_before_both_tables_of_its_match_have_theirs() -> None:
    session, _director = started_teams(4)
    for table, expected in (
        (1, (False, False, False, False)),
        (3, (False,) * 4),
        (2, (True, True, False, False)),
    ):
        enter(play_at_table(session, table), outcome(random.Random(table)))
        plays = [play_at_table(session, number) for number in range(1, 5)]
        assert tuple(table_may_see_other_results(play.seating, play) for play in plays) == expected
