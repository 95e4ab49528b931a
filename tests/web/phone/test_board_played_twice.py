"""A table plays a board in two rounds of a small Howell, and phones enter the right result."""

import re
from collections import Counter

import pytest
from django.test import Client

from tests.scenes.evening import enter, started
from tests.web.phone.table_pages import contestant_numbers, linked_client, page_text, table_url
from tests.web.signed_in import RESULT
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Round, Session, Table
from tournaments.permissions.actor import SYSTEM

pytestmark = pytest.mark.django_db

ROUNDS = 5


@pytest.fixture
def both_plays() -> tuple[Play, Play]:
    """Return both plays of a board that one table has twice, in the earlier round."""
    session, _director = started(6, movement="howell", round_count=ROUNDS, boards_per_round=2)
    earlier_play, later_play = first_repeated(session)
    begin_round_of(earlier_play)
    return earlier_play, later_play


def begin_round_of(play: Play) -> None:
    """End rounds, their results missing, until the round of a play is being played."""
    session = play.seating.table.section.session
    while (round_ := round_in_progress(session)).number < play.seating.round.number:
        end_round(round_.pk, SYSTEM)


def first_repeated(session: Session) -> tuple[Play, Play]:
    """Return the two plays of the first board that a table has twice."""
    all_plays = Play.objects.filter(board__session=session).select_related(
        "board", "seating__table__section__session__stage__event", "seating__round"
    )
    ordered = list(all_plays.order_by("seating__round__number", "board__number"))
    counts = Counter((play.seating.table_id, play.board_id) for play in ordered)
    repeated = next(key for key, count in counts.items() if count == 2)
    earlier_play, later_play = (
        play for play in ordered if (play.seating.table_id, play.board_id) == repeated
    )
    return earlier_play, later_play


def round_in_progress(session: Session) -> Round:
    return Round.objects.filter(
        section__session=session, started_at__isnull=False, ended_at=None
    ).get()


def post_result(client: Client, table: Table, play: Play, page: str, points: str) -> int:
    hidden_fields = dict(re.findall(r'name="(key|round)" value="([^"]*)"', page))
    fields = {**RESULT, **hidden_fields, "side": "ns", "ns_points": points, "sure": "yes"}
    return client.post(table_url(table, play.board.number), fields).status_code


def test_phone_enters_a_board_that_its_table_has_played_in_an_earlier_round(
    both_plays: tuple[Play, Play],
) -> None:
    earlier_play, later_play = both_plays
    enter(earlier_play, RESULT)
    begin_round_of(later_play)
    table = later_play.seating.table
    client = linked_client(table, contestant_numbers(table)["ns"])

    page = page_text(client.get(table_url(table, later_play.board.number)))
    assert post_result(client, table, later_play, page, "41") == 302

    later_play.refresh_from_db()
    assert later_play.entry
    assert later_play.entry.outcome["ns_points"] == 41


def test_result_typed_in_an_earlier_round_goes_to_the_pairs_of_that_round(
    both_plays: tuple[Play, Play],
) -> None:
    """A phone without a network sends it while the next pairs play the same board at the table."""
    earlier_play, later_play = both_plays
    table = earlier_play.seating.table
    client = linked_client(table, contestant_numbers(table)["ns"])
    page = page_text(client.get(table_url(table, earlier_play.board.number)))
    begin_round_of(later_play)

    post_result(client, table, earlier_play, page, "41")

    assert not later_play.entries.exists()
    assert earlier_play.entries.get().outcome["ns_points"] == 41


def test_round_in_which_the_table_does_not_have_the_board_counts_as_the_latest(
    both_plays: tuple[Play, Play],
) -> None:
    _earlier, later_play = both_plays
    begin_round_of(later_play)
    table = later_play.seating.table
    client = linked_client(table, contestant_numbers(table)["ns"])
    page = page_text(client.get(f"{table_url(table, later_play.board.number)}?round=99"))
    assert f'name="round" value="{later_play.seating.round.number}"' in page
