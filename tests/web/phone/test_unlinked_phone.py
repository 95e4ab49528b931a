"""What a phone that is not linked reads about the other side, and about phones of its table."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.scenes.devices import unlinked_phone
from tests.scenes.phone_entries import (
    SecondRound,
    confirm,
    contestants_at,
    enter,
    start_second_round,
)
from tests.web.phone.table_pages import page_text, table_url
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import LinkedDevice
from tournaments.queries.phone.table_codes import code_of

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


def test_button_of_a_board_says_that_the_other_side_has_sent_it(
    second_round: SecondRound,
) -> None:
    _session, _director, phones, [play, *_others] = second_round
    numbers, table = contestants_at(play), play.seating.table
    new_phone = unlinked_phone(table, numbers["ew"])
    assert "N-S sent theirs" not in page_text(new_phone.get(table_url(table)))

    enter(phones[numbers["ns"]], play, "ns", points="57")

    assert "N-S sent theirs" in page_text(new_phone.get(table_url(table)))


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


def test_table_page_names_another_linked_phone_in_one_line_that_leads_to_all_phones(
    second_round: SecondRound,
) -> None:
    _session, _director, phones, [play, *_others] = second_round
    number = contestants_at(play)["ns"]
    linked_number = LinkedDevice.number_of(phones[number].session["device"])

    client = unlinked_phone(play.seating.table, number)
    page = page_text(client.get(table_url(play.seating.table)))

    assert f"Another linked phone: {linked_number}." in page
    assert "unlink it" not in page
    phones_url = reverse("table_phones", args=[code_of(play.seating.table)])
    assert page.count(phones_url) == 1
    phones_page = page_text(client.get(phones_url))
    assert "Not ours: unlink it" in phones_page
    assert "is not linked. Open this page on a linked phone" in phones_page


def test_phone_reads_nothing_of_links_once_its_table_is_done_or_the_evening_over(
    second_round: SecondRound,
) -> None:
    session, director, phones, plays = second_round
    phone_of = {line: phones[number] for line, number in contestants_at(plays[0]).items()}
    confirm(plays[0], phone_of)
    phones_url = reverse("table_phones", args=[code_of(plays[0].seating.table)])

    done_page = page_text(phone_of["ns"].get(table_url(plays[0].seating.table)))
    finish_session(session.pk, director)
    last_page = page_text(phone_of["ns"].get(table_url(plays[0].seating.table)))

    assert phones_url not in done_page + last_page
    assert "linked" not in strip_tags(done_page + last_page)
