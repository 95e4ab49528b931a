"""Where people go for the next round."""

import pytest

from tests.scenes.evening import started
from tournaments.models import Place, Table
from tournaments.queries.moves import moves_after
from tournaments.queries.who_sits_where import seating_now

pytestmark = pytest.mark.django_db


def test_people_stand_in_the_order_of_their_lines_whenever_their_rows_were_written() -> None:
    session, _director = started(8, "howell", 5, 2)
    table = Table.objects.get(number=2)
    before = [move.who for move in moves_after(seating_now(table), session)]
    rows = list(Place.objects.filter(seating=seating_now(table)).order_by("-pk"))
    Place.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for row in rows:
        row.pk = None
        row.save(force_insert=True)
    assert [move.who for move in moves_after(seating_now(table), session)] == before
