"""What a phone says about X, and about a result with a penalty."""

import pytest
from django.test import Client

from tests.scenes.devices import linked_phone
from tests.scenes.evening import enter, play_round
from tests.web.phone.table_pages import (
    contestant_numbers,
    current_plays,
    get_table,
    page_text,
    table_url,
)
from tests.web.signed_in import RESULT
from tournaments.models import Session, Table
from tournaments.permissions.actor import Actor
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

REVOKE = {**RESULT, "ns_points": "", "renunci": "ns"}
X_MEANING = "X is a side’s points above or below 36"
KEPT_OUT = "is kept out of the comparison with the others."


def settled_board(table: Table, fields: dict[str, object]) -> str:
    """Return the page of a board on a linked phone of E-W once both sides have entered it."""
    client: Client = linked_phone(table, contestant_numbers(table)["ew"])
    for play in current_plays(table):
        enter(play, fields)
    catch_up()
    return page_text(client.get(table_url(table, current_plays(table)[0].board.number)))


def test_first_result_of_a_board_explains_x(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    page = settled_board(get_table(session), {**RESULT})
    assert "The first result of this board" in page
    assert X_MEANING in page
    assert KEPT_OUT not in page


def test_page_says_that_a_result_with_a_revoke_is_not_compared(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    play_round(session, director)
    page = settled_board(get_table(session), REVOKE)
    assert KEPT_OUT in page
    assert "award-bar" not in page


def test_page_of_a_settled_board_says_when_the_round_ends(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    assert 'class="ends"' in settled_board(get_table(session), {**RESULT})
