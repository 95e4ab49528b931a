"""Substitutes on travellers, scorecards, printed sheets and in the API."""

import random
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.api.clients import Api
from tests.scenes.evening import play_out, play_round, started
from tests.scenes.substitutes import (
    board_numbers,
    build_substitute_request,
    seat_holder_at,
    substitute_player,
)
from tests.web.signed_in import desk_url, signed_in
from tournaments.models import SeatHolder, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.travellers import traveller_rows
from tournaments.queries.paper.printed_sheets import read_movement_cards, read_table_sheets
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

Scene = tuple[Session, Actor, SeatHolder]


@pytest.fixture
def finished_scene() -> Scene:
    """A finished session in which a substitute sat from the second board of a round on."""
    session, director, at = scene_with_substitute()
    play_out(session, director)
    catch_up()
    return session, director, at


def scene_with_substitute() -> Scene:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=3)
    play_round(session, director, random.Random(3))
    seat_holder = seat_holder_at(session)
    substitute_player(
        session,
        build_substitute_request(seat_holder, first_board=board_numbers(seat_holder)[1]),
        director,
    )
    return session, director, seat_holder


def substitutes_by_line(session: Session, number: int) -> dict[tuple[int, str], list[str]]:
    """Return the substitutes of a board by seating and line."""
    results = traveller_rows(session.boards.get(number=number))
    return {
        (result.play.seating_id, line.line): [str(words) for words in line.substitutes]
        for result in results
        for line in result.lines
        if line.substitutes
    }


def test_traveller_names_the_substitute_of_each_board(finished_scene) -> None:
    session, _director, at = finished_scene
    first, *others = board_numbers(at)
    assert (at.seating_id, "ns") not in substitutes_by_line(session, first)
    for number in others:
        assert substitutes_by_line(session, number)[at.seating_id, "ns"] == [
            f"Carla Mas for {at.player.name}"
        ]


def test_returning_player_is_not_called_a_substitute() -> None:
    session, director, at = scene_with_substitute()
    substitution = build_substitute_request(
        at, name=at.player.name, first_board=board_numbers(at)[2]
    )
    substitute_player(session, substitution, director, "back")
    play_out(session, director)
    assert (at.seating_id, "ns") in substitutes_by_line(session, board_numbers(at)[1])
    assert (at.seating_id, "ns") not in substitutes_by_line(session, board_numbers(at)[2])


@pytest.mark.thorough
def test_page_and_api_name_the_same_substitutes(finished_scene, client: Client) -> None:
    session, _director, at = finished_scene
    event, words = session.stage.event, f"Carla Mas for {at.player.name}"
    for number, named in zip(board_numbers(at), (False, True, True), strict=True):
        url = reverse("traveller", args=[event.club.slug, event.slug, session.number, number])
        count = sum(len(value) for value in substitutes_by_line(session, number).values())
        assert unescape(client.get(url).content.decode()).count(words) == count
        results = Api().read(f"sessions/{session.pk}/boards/{number}/traveller/")["results"]
        own_result = next(value for value in results if value["table"] == at.seating.table.number)
        by_line = {line["line"]: line["substitutes"] for line in own_result["lines"]}
        assert by_line == {"ns": [words] if named else [], "ew": []}
    card = Api().all(f"events/{event.pk}/scorecards/{at.contestant.number}/")
    assert [value["substitutes"] for value in card[:3]] == [
        [],
        [f"{words} from board {board_numbers(at)[1]}"],
        [words],
    ]


def test_sealed_board_names_no_substitute() -> None:
    session, _director, at = scene_with_substitute()
    for number in board_numbers(at):
        answer = Api().read(f"sessions/{session.pk}/boards/{number}/traveller/")
        assert (answer["sealed"], answer["results"]) == (True, [])


def query_count(session: Session, number: int) -> int:
    board = session.boards.select_related("session__stage__event").get(number=number)
    with CaptureQueriesContext(connection) as queries:
        traveller_rows(board)
    return len(queries)


def test_number_of_queries_does_not_grow_with_substitutes(finished_scene) -> None:
    session, director, at = finished_scene
    number, query_count_before = board_numbers(at)[1], query_count(session, board_numbers(at)[1])
    tables = SeatHolder.objects.filter(seating__plays__board__number=number).exclude(
        seating=at.seating_id
    )
    other_places = list(tables.filter(seat="E").order_by("seating__round__number"))
    for seat_holder in other_places:
        substitute_player(
            session,
            build_substitute_request(
                seat_holder,
                f"Dora Mas {seat_holder.pk}",
                last_round=seat_holder.seating.round.number,
            ),
            director,
            str(seat_holder.pk),
        )
    assert other_places
    assert len(substitutes_by_line(session, number)) > len(other_places)
    assert query_count(session, number) <= query_count_before


def test_printed_sheets_name_the_substitutes(client: Client) -> None:
    session, director, at = scene_with_substitute()
    words = f"Carla Mas for {at.player.name}"
    card = next(
        card_
        for card_ in read_movement_cards(session, session.sections.all())
        if card_.contestant == at.contestant
    )
    by_turn = [[str(card_) for card_ in turn.substitutes] for turn in card.rounds]
    assert by_turn == [[], [f"{words} from board {board_numbers(at)[1]}"], *[[words]] * 5]
    sheets = read_table_sheets(session, session.sections.all())
    by_round = [
        [str(name) for sheet in sheets for _l, _n, names in sheet.rounds[n].lines for name in names]
        for n in range(7)
    ]
    assert by_round == by_turn
    signed_in(client, director)
    pages = {
        url_name: unescape(client.get(desk_url(session, url_name)).content.decode())
        for url_name in ("movement_cards", "table_sheets")
    }
    # On the player's own card, on the opponents' cards in each of six rounds, and on that of the
    # table.
    assert {url_name: content.count(words) for url_name, content in pages.items()} == {
        "movement_cards": 18,
        "table_sheets": 6,
    }
