"""Drafts of boards with several legs, as the other side and the desk see them."""

import re

import pytest
from django.test import Client

from tests.scenes.evening import started, started_game
from tests.web.phone.table_pages import (
    current_plays,
    get_table,
    linked_client,
    page_text,
    table_url,
)
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.results.drafts import store_draft
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import current_seating

pytestmark = pytest.mark.django_db

LEG1 = {"leg1_ns_runts": "41", "leg1_ew_runts": "22"}
OTHERS_KEEP = "Others at the table save their own entries too"


@pytest.fixture
def session() -> Session:
    """Store a draft of the first board's first leg for N-S at table 1."""
    session, _director = started_game("tantony")
    table = get_table(session)
    store_draft(current_plays(table)[0].pk, LEG1, Actor.of_table(table.pk, "phone", "ns"))
    return session


def test_other_side_sees_that_a_draft_exists_but_not_its_content(session: Session) -> None:
    table = get_table(session)
    play = current_plays(table)[0]
    seat_holders = play.seating.places.select_related("contestant")
    by_line = {
        "ns" if seat_holder.seat in "NS" else "ew": seat_holder.contestant.number
        for seat_holder in seat_holders
    }
    pages = {
        line: page_text(linked_client(table, number).get(table_url(table, play.board.number)))
        for line, number in by_line.items()
    }
    assert OTHERS_KEEP in pages["ew"]
    assert 'value="41"' not in pages["ew"]
    assert OTHERS_KEEP not in pages["ns"]
    keys = re.findall(
        r'<button class="[^"]*"(?: name="(\w+)")?', pages["ns"].split('class="form entry"')[1]
    )
    assert keys[:2] == ["", "so_far"], "the first key is the one that Enter presses: it sends"
    assert 'value="41"' in pages["ns"]


def test_next_pair_cannot_read_the_draft_of_a_board_it_will_play() -> None:
    session, director = started(8, game="tantony", round_count=4, boards_per_round=1)
    table = get_table(session, 2)
    play = current_plays(table)[0]
    store_draft(play.pk, LEG1, Actor.of_table(table.pk, "phone", "ns"))
    end_round(play.seating.round_id, director)
    seated = current_seating(table).places.values("contestant")
    assert Play.objects.filter(
        board=play.board, seating__places__contestant__in=seated, seating__round__number__gt=2
    ).exists()
    page = page_text(linked_client(table).get(table_url(table, play.board.number)))
    assert 'name="leg1_ns_runts"' in page
    for fragment in ('value="41"', "data-draft", "Saved: leg", OTHERS_KEEP):
        assert fragment not in page


def test_desk_shows_how_many_legs_are_complete(session: Session) -> None:
    director = Actor.of_user(session.stage.event.club.memberships.get().user_id)
    page = page_text(signed_in(Client(), director).get(desk_url(session)))
    number = current_plays(get_table(session))[0].board.number
    assert f"Board {number}: 1 of 4 legs" in page
