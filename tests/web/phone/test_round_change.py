"""A page that a phone keeps open follows the room into the next round."""

import pytest
from django.urls import reverse

from tests.scenes.evening import enter, started
from tests.web.phone.test_table import a_table, numbers, phone, plays_now, text, url
from tests.web.signed_in import RESULT
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Round, Table
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A table with two boards in its first round."""
    session, _director = started(number=8, rounds=4, boards_per_round=2)
    return a_table(session)


def end_first_round(table: Table) -> None:
    """End round 1 of the table's section."""
    end_round(Round.objects.get(section=table.section, number=1).pk, SYSTEM)


def test_page_of_a_settled_board_leads_to_the_table_when_its_round_ends(table: Table) -> None:
    play, _second = plays_now(table)
    enter(play, RESULT)
    client = phone(table, numbers(table)["ns"])
    assert "&amp;in_play" in text(client.get(url(table, play.board.number)))
    again = reverse("table_board_state", args=[code_of(table), play.board.number])

    end_first_round(table)

    answer = client.get(f"{again}?seen=before&in_play")
    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"] == reverse("table", args=[code_of(table)])


def test_page_of_a_board_that_waits_for_an_answer_stays_when_its_round_ends(table: Table) -> None:
    play, _second = plays_now(table)
    client = phone(table, numbers(table)["ew"])
    enter(play, RESULT, ["ns"])
    again = reverse("table_board_state", args=[code_of(table), play.board.number])
    end_first_round(table)
    assert "HX-Redirect" not in client.get(f"{again}?seen=before&in_play").headers


def test_board_of_an_ended_round_can_still_be_opened(table: Table) -> None:
    play, _second = plays_now(table)
    enter(play, RESULT)
    client = phone(table, numbers(table)["ns"])
    end_first_round(table)
    page = text(client.get(url(table, play.board.number)))
    assert "in_play" not in page
    again = reverse("table_board_state", args=[code_of(table), play.board.number])
    assert "HX-Redirect" not in client.get(f"{again}?seen=before").headers


def test_table_of_a_new_round_is_shown_from_its_top(table: Table) -> None:
    client = phone(table, numbers(table)["ns"])
    again = reverse("table_now", args=[code_of(table)])
    assert "HX-Reswap" not in client.get(f"{again}?seen=before&round=1").headers
    end_first_round(table)
    answer = client.get(f"{again}?seen=before&round=1")
    assert answer.headers["HX-Reswap"] == "outerHTML show:window:top"
