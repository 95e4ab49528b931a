"""What a phone that is not linked reads about entries that it may not see."""

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.scenes.devices import unlinked_phone
from tests.scenes.phone_entries import (
    SecondRound,
    contestants_at,
    enter,
    start_second_round,
)
from tests.web.phone.table_pages import page_text, table_url

pytestmark = pytest.mark.django_db

NS_HAS_SENT = "N-S sent theirs. Enter yours: if both agree, it is confirmed."


@pytest.fixture
def second_round() -> SecondRound:
    return start_second_round()


def board_page(client: Client, scene: SecondRound) -> str:
    """Return the page of the first board of round 2 at table 1."""
    play = scene[3][0]
    return page_text(client.get(table_url(play.seating.table, play.board.number)))


def test_new_phone_reads_that_the_other_side_has_sent_but_not_what(
    second_round: SecondRound,
) -> None:
    _session, _director, phones, [play, *_others] = second_round
    numbers = contestants_at(play)
    new_phone = unlinked_phone(play.seating.table, numbers["ew"])
    assert NS_HAS_SENT not in board_page(new_phone, second_round)

    enter(phones[numbers["ns"]], play, "ns", points="57")

    page = board_page(new_phone, second_round)
    assert NS_HAS_SENT in page
    assert 'name="side" value="ew"' in page
    assert "57" not in strip_tags(page)


def test_new_phone_of_a_pair_reads_that_another_phone_of_the_pair_has_sent(
    second_round: SecondRound,
) -> None:
    _session, _director, phones, [play, *_others] = second_round
    number = contestants_at(play)["ns"]
    enter(phones[number], play, "ns", points="57")

    page = board_page(unlinked_phone(play.seating.table, number), second_round)

    assert "Another phone has sent this board for N-S." in page
    assert "57" not in strip_tags(page)


def test_new_phone_of_the_whole_table_enters_for_the_side_that_has_not_sent(
    second_round: SecondRound,
) -> None:
    _session, _director, phones, [play, *_others] = second_round
    enter(phones[contestants_at(play)["ns"]], play, "ns", points="57")

    page = board_page(unlinked_phone(play.seating.table), second_round)

    assert NS_HAS_SENT in page
    assert 'name="side" value="ew"' in page
    assert "57" not in strip_tags(page)
