"""Tables that share boards in a round each start at another one."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.devices import shared_phone
from tests.scenes.evening import created, started
from tests.web.signed_in import desk_url, signed_in
from tournaments.models import Play, Session, Table
from tournaments.queries.boards.board_preparation import boards_with_copies
from tournaments.queries.paper.printed_sheets import read_score_slips
from tournaments.queries.phone.board_sheet import read_board_sheet
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.phone.table_state import TableState, read_table_state
from tournaments.queries.rounds.plan import plan_summary
from tournaments.queries.rounds.seating import current_seating

pytestmark = pytest.mark.django_db


def table_states(session: Session) -> list[TableState]:
    """Return what the phones at both tables show."""
    tables = Table.objects.filter(section__session=session).order_by("number")
    return [
        read_table_state(table, current_seating(table), shared_phone(table)) for table in tables
    ]


def test_second_table_starts_at_another_board() -> None:
    session, _director = started(4, movement="howell", round_count=3, boards_per_round=2)
    first_state, second_state = table_states(session)
    assert [row.number for row in first_state.boards] == [1, 2]
    assert (first_state.next_due_board, first_state.sharing_tables) == (1, ("2",))
    assert [row.number for row in second_state.boards] == [2, 1]
    assert (second_state.next_due_board, second_state.sharing_tables) == (2, ("1",))
    table = Table.objects.get(section__session=session, number=2)
    seating = current_seating(table)
    assert seating
    sheet = read_board_sheet(
        Play.objects.get(seating=seating, board__number=2), shared_phone(table, ("ns",)), seating
    )
    assert sheet.next_boards.due == 1


def test_score_slips_and_phone_show_the_sharing_tables(client: Client) -> None:
    session, director = started(4, movement="howell", round_count=3, boards_per_round=2)
    table = Table.objects.get(section__session=session, number=2)
    client.post(reverse("table_side", args=[code_of(table)]), {"holder": "table"})
    words = "Start with board 2."
    assert words in client.get(reverse("table", args=[code_of(table)])).content.decode()
    slips = read_score_slips(session, session.sections.all())[table]
    assert [[number for number, _dealer in slip.boards] for slip in slips] == [
        [2, 1],
        [4, 3],
        [6, 5],
    ]
    page = signed_in(client, director).get(desk_url(session, "score_slips")).content.decode()
    assert page.count("take turns, and pass each board on") == 2 * 3


@pytest.mark.parametrize(("pair_count", "movement"), [(4, "barometer"), (7, "howell")])
def test_unshared_boards_are_played_in_order(pair_count: int, movement: str) -> None:
    session, _director = started(pair_count, movement=movement, round_count=3, boards_per_round=2)
    for state in table_states(session):
        numbers = [row.number for row in state.boards]
        assert (numbers, state.sharing_tables) == (sorted(numbers), ())


def test_plan_with_one_board_for_two_tables_needs_more_copies(client: Client) -> None:
    """Both tables would be sent to the same board at the same time."""
    session, director = started(4, movement="howell", round_count=3, boards_per_round=1)
    assert plan_summary(session).extra_copies == 2
    assert [state.sharing_tables for state in table_states(session)] == [(), ()]
    assert [len(board.copies) for board in boards_with_copies(session)] == [2, 2, 2]
    page = (
        signed_in(client, director)
        .get(reverse("event_contestants", args=[session.stage.event_id]))
        .content.decode()
    )
    assert "2 copies of each board are needed" in page


def test_plan_with_enough_boards_needs_no_more_copies() -> None:
    assert (
        plan_summary(
            created(4, movement="howell", round_count=3, boards_per_round=2)[0]
        ).extra_copies
        == 0
    )
    assert (
        plan_summary(
            created(4, movement="barometer", round_count=3, boards_per_round=1)[0]
        ).extra_copies
        == 0
    )
