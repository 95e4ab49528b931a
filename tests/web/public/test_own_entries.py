"""The scorecard on a linked phone: its own entries of sealed boards, and nothing of others."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.devices import bound_phone, phone_of
from tests.scenes.evening import enter, started
from tests.web.signed_in import RESULT, first_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Contestant, Play
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


def own_row(client: Client, contestant: Contestant, play: Play) -> str:
    """The row of a board on the scorecard of a contestant, with single blanks."""
    event = contestant.event
    page = client.get(reverse("scorecard", args=[event.club.slug, event.slug, contestant.number]))
    shown = page.content.decode().split(f'id="play-{play.pk}"')[1].split("</details>")[0]
    return " ".join(re.sub("</?span[^>]*>", "", shown).split())


def entered_first_board() -> tuple[Play, Contestant, Actor, Client]:
    """A sealed board that N-S alone has entered, on the phone that is bound to them."""
    session, director = started(8, "mitchell", 4, 2)
    play = first_play(session, seating__round__number=1, seating__table__number=1)
    contestant = (
        play.seating.places.select_related("contestant__event__club").get(seat="N").contestant
    )
    client = bound_phone(play.seating.table, contestant.number)
    address = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    assert client.post(address, {"side": "ns", "sure": "yes", **RESULT}).status_code == 302
    return play, contestant, director, client


def test_linked_phone_reads_its_own_entry_of_a_sealed_board_on_its_scorecard() -> None:
    play, contestant, _director, client = entered_first_board()
    row = own_row(client, contestant, play)
    assert "coins: N-S 40" in row
    assert "not open yet" in row
    assert "<b" not in row.split("not open yet")[1]
    other = play.seating.places.select_related("contestant__event__club").get(seat="E").contestant
    assert "coins" not in own_row(client, other, play)
    assert "coins" not in own_row(Client(), contestant, play)
    assert "coins" not in own_row(phone_of(play.seating.table, contestant.number), contestant, play)


def test_linked_phone_does_not_read_as_its_own_what_a_stranger_entered_for_its_side() -> None:
    play, contestant, _director, client = entered_first_board()
    stranger = phone_of(play.seating.table, contestant.number)
    address = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    sent = {"side": "ns", "sure": "yes", "key": "other", **RESULT, "ns_points": "29"}
    assert stranger.post(address, sent).status_code == 302
    row = own_row(client, contestant, play)
    assert "coins: N-S 40" in row
    assert "29" not in row


def test_linked_phone_reads_nothing_of_what_the_other_side_entered_on_its_scorecard() -> None:
    play, contestant, _director, client = entered_first_board()
    enter(play, RESULT | {"ns_points": "55"}, ["ew"])
    row = own_row(client, contestant, play)
    assert "coins: N-S 40" in row
    assert "55" not in row


def test_linked_phone_reads_no_own_entry_beside_somebody_who_has_the_board_yet_to_play() -> None:
    play, contestant, director, client = entered_first_board()
    enter(play, RESULT, ["ew"])
    end_round(play.seating.round_id, director)
    assert "coins" not in own_row(client, contestant, play)
