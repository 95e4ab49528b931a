"""The time of an entry by the phone's clock never causes a rejection of the entry."""

import pytest
from django.test import Client

from tests.scenes.evening import started
from tests.web.phone.table_pages import RESULT, current_plays, get_table
from tournaments.models import Entry
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet() -> str:
    """Return the URL of a board in the current round, which has just started."""
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    table = get_table(session)
    return f"/t/{code_of(table)}/boards/{current_plays(table)[0].board.number}/"


@pytest.mark.parametrize(
    "age", ["", "soon", "-5", "1.5", "٣٤٥٦", "9" * 18, "9" * 5000, "\N{SUPERSCRIPT TWO}"]
)
def test_invalid_age_never_loses_a_result(sheet: str, age: str) -> None:
    assert (
        Client().post(sheet, {**RESULT, "side": "ns", "key": "requestkey", "age": age}).status_code
        == 302
    )
    assert Entry.objects.get().entered_at is None


def test_entry_without_a_script_has_no_age(sheet: str) -> None:
    phone = Client()
    assert phone.post(sheet, {**RESULT, "side": "ns", "key": "requestkey"}).status_code == 302
    assert Entry.objects.get().entered_at is None


def test_entry_sent_again_with_a_greater_age_is_the_same_entry(sheet: str) -> None:
    phone = Client()
    for age in ("0", "0", "86400"):
        assert (
            phone.post(sheet, {**RESULT, "side": "ns", "key": "requestkey", "age": age}).status_code
            == 302
        )
    entry = Entry.objects.get()
    assert entry.entered_at
    assert abs((entry.at - entry.entered_at).total_seconds()) < 1
