"""Results from phones that are not linked to their table, at the desk."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.devices import unlinked_phone
from tests.scenes.phone_entries import (
    SecondRound,
    confirm,
    contestants_at,
    enter,
    start_second_round,
)
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.people.players import link_member
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import LinkedDevice, Play, Player, Section, Session
from tournaments.queries.desk.pending_decisions import pending_decisions, review_play

pytestmark = pytest.mark.django_db

LINK_THEM = "They are theirs: link the phones"


@pytest.fixture
def second_round() -> SecondRound:
    return start_second_round(boards_per_round=2)


def desk_page(client: Client, session: Session) -> str:
    """Return the desk with each run of spaces and line breaks as one space."""
    return " ".join(client.get(desk_url(session)).content.decode().split())


def kinds_at(play: Play) -> list[str]:
    sections = Section.objects.filter(pk=play.seating.table.section_id)
    return [decision.kind for decision in pending_decisions(sections) if decision.play == play.pk]


def test_result_from_an_unlinked_phone_is_not_called_late(
    client: Client, second_round: SecondRound
) -> None:
    session, director, _phones, [play, *_others] = second_round
    confirm(play)

    page = desk_page(signed_in(client, director), session)

    tile = page[page.index(f'id="tile-{play.pk}"') :].split("</a>")[0]
    assert "from another phone" in tile
    assert "#state-late" not in page
    last_result = page[page.index('class="latest"') :].split("</li>")[0]
    assert "from another phone" in last_result
    assert "N-S 40" in last_result


def test_unlinked_phones_of_a_table_take_one_row_for_all_boards(
    client: Client, second_round: SecondRound
) -> None:
    session, director, _phones, plays = second_round
    for play in plays:
        confirm(play)

    page = desk_page(signed_in(client, director), session)

    assert page.count(LINK_THEM) == 2
    assert "Waiting for you (2)" in page
    for play in plays:
        assert page.count(f'id="waits-{play.pk}"') == 1


def test_director_links_the_phones_of_a_table_in_the_list_of_decisions(
    client: Client, second_round: SecondRound
) -> None:
    session, director, _phones, [play, second, other_table, *_more] = second_round
    senders = {side: Client() for side in contestants_at(play)}
    for board in (play, second):
        confirm(board, senders)
    confirm(other_table)
    page = desk_page(signed_in(client, director), session)
    row = page[page.index(f'id="waits-{play.pk}"') :].split("</form>")[0]
    phone_ids = re.findall(r'name="phone" value="(\d+)"', row)

    response = client.post(desk_url(session, "link_phones"), {"phone": phone_ids})

    assert response["Location"] == desk_url(session)
    assert [kinds_at(board) for board in (play, second)] == [[], []]
    assert kinds_at(other_table) == ["unlinked"]
    linked = LinkedDevice.objects.linked().filter(origin=LinkedDevice.Origin.DIRECTOR)
    assert {row.device for row in linked} == {phone.session["device"] for phone in senders.values()}
    assert {row.let_in_by_id for row in linked} == {director.user_id}


def test_phones_of_another_section_are_not_linked(
    client: Client, second_round: SecondRound
) -> None:
    session, director, _phones, [play, *_others] = second_round
    confirm(play)
    unknown_id = LinkedDevice.objects.latest("pk").pk + 1

    response = signed_in(client, director).post(
        desk_url(session, "link_phones"), {"phone": [unknown_id, "x"]}
    )

    assert response.status_code == 404
    assert not LinkedDevice.objects.filter(origin=LinkedDevice.Origin.DIRECTOR).exists()


def test_director_who_plays_gets_no_button_to_link_phones(
    client: Client, second_round: SecondRound
) -> None:
    session, director, _phones, [play, *_others] = second_round
    confirm(play)
    assert director.user_id
    link_member(Player.objects.get(name="Anna 1"), director.user_id, director)

    page = desk_page(signed_in(client, director), session)

    assert f'id="waits-{play.pk}"' in page
    assert LINK_THEM not in page


def test_different_result_from_an_unlinked_phone_is_not_called_late(
    client: Client, second_round: SecondRound
) -> None:
    session, director, phones, [play, *_others] = second_round
    numbers = contestants_at(play)
    confirm(play, {side: phones[number] for side, number in numbers.items()})
    enter(unlinked_phone(play.seating.table, numbers["ns"]), play, "ns", points="41")

    page = desk_page(signed_in(client, director), session)

    assert kinds_at(play) == ["unlinked_differs"]
    assert "#state-late" not in page
    row = page[page.index(f'id="waits-{play.pk}"') :].split("</li>")[0]
    assert "a different result, from another phone" in row
    play.refresh_from_db()
    review = review_play(play)
    assert review.suggested_reason == ""
    assert [reviewed.mark for reviewed in review.entries] == ["", "", "unlinked"]


def test_different_result_after_the_round_is_late(second_round: SecondRound) -> None:
    _session, director, phones, [play, *_others] = second_round
    numbers = contestants_at(play)
    confirm(play, {side: phones[number] for side, number in numbers.items()})
    end_round(play.seating.round_id, director)
    enter(unlinked_phone(play.seating.table, numbers["ns"]), play, "ns", points="41")

    assert kinds_at(play) == ["late"]


def test_phones_page_names_when_a_phone_is_linked_by_itself(
    client: Client, second_round: SecondRound
) -> None:
    session, director, _phones, _plays = second_round

    page = signed_in(client, director).get(reverse("desk_phones", args=[session.stage.event_id]))

    text = " ".join(page.content.decode().split())
    assert "linked by itself in round 1, or later once it sends the same result" in text
