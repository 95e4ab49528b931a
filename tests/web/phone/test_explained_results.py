"""What a phone says about X, and about a result with a penalty."""

import pytest

from tests.scenes.devices import link_all_requests
from tests.scenes.evening import enter, started
from tests.web.phone.test_table import a_table, numbers, phone, plays_now, text, url
from tests.web.signed_in import RESULT
from tournaments.models import Table

pytestmark = pytest.mark.django_db

REVOKE = {**RESULT, "ns_points": "", "renunci": "ns"}
X_MEANING = "X is a side’s points above or below 36"
KEPT_OUT = "is kept out of the comparison with the others."


@pytest.fixture
def table() -> Table:
    session, _director = started(number=8, rounds=4, boards_per_round=3)
    return a_table(session)


def settled_board(table: Table, fields: dict[str, str]) -> str:
    play = plays_now(table)[0]
    client = phone(table, numbers(table)["ew"])
    enter(play, fields)
    link_all_requests()
    return text(client.get(url(table, play.board.number)))


def test_first_result_of_a_board_explains_x(table: Table) -> None:
    page = settled_board(table, RESULT)
    assert "The first result of this board" in page
    assert X_MEANING in page
    assert KEPT_OUT not in page


def test_page_of_a_settled_board_says_when_the_round_ends(table: Table) -> None:
    assert 'class="ends"' in settled_board(table, RESULT)
