"""Where contestants go for the next round."""

from dataclasses import replace

import pytest

from tests.scenes.evening import started
from tests.scenes.teams import PLAN, started_teams
from tournaments.models import SeatHolder, Table
from tournaments.queries.rounds.moves import moves_after
from tournaments.queries.rounds.seating import current_seating

pytestmark = pytest.mark.django_db


def test_moves_are_ordered_by_line_whatever_the_order_of_rows() -> None:
    session, _director = started(8, movement="howell", round_count=5, boards_per_round=2)
    table = Table.objects.get(number=2)
    contestants_before = [move.contestant for move in moves_after(current_seating(table), session)]
    rows = list(SeatHolder.objects.filter(seating=current_seating(table)).order_by("-pk"))
    SeatHolder.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for row in rows:
        row.pk = None
        row.save(force_insert=True)
    assert [
        move.contestant for move in moves_after(current_seating(table), session)
    ] == contestants_before


def test_half_of_a_team_keeps_its_table_between_the_halves() -> None:
    session, _director = started_teams(4, replace(PLAN, halves=2), round_count=3)
    for table in Table.objects.order_by("number"):
        moves = moves_after(current_seating(table), session)
        assert [(move.table, move.line, move.keeps_seat) for move in moves] == [
            (table.label, "ns", True),
            (table.label, "ew", True),
        ]
