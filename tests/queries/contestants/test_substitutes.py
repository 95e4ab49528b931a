"""Who played for whom, wherever a board or a table is shown or printed, pages and API alike."""

import random
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.actions.corrections.test_substitutes import boards, let, place, wanted
from tests.api.clients import Api
from tests.scenes.evening import play_out, play_round, started
from tests.web.signed_in import desk, signed_in
from tournaments.models import SeatHolder, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.travellers import traveller
from tournaments.queries.paper.printed_sheets import read_movement_cards, read_table_sheets
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

Scene = tuple[Session, Actor, SeatHolder]


@pytest.fixture
def over() -> Scene:
    """From the second board of a round on another sat there, and the evening is over."""
    session, director, at = substituted()
    play_out(session, director)
    catch_up()
    return session, director, at


def substituted() -> Scene:
    session, director = started(8, movement="howell", rounds=7, boards_per_round=3)
    play_round(session, director, random.Random(3))
    at = place(session)
    let(session, wanted(at, board=boards(at)[1]), director)
    return session, director, at


def said_on(session: Session, number: int) -> dict[tuple[int, str], list[str]]:
    """Who played a board for whom, by the seating and the line."""
    shown = traveller(session.boards.get(number=number))
    return {
        (result.play.seating_id, line.line): [str(words) for words in line.substitutes]
        for result in shown
        for line in result.lines
        if line.substitutes
    }


def test_a_traveller_names_who_played_the_board(over) -> None:
    session, _director, at = over
    first, *others = boards(at)
    assert (at.seating_id, "ns") not in said_on(session, first)
    for number in others:
        assert said_on(session, number)[at.seating_id, "ns"] == [f"Carla Mas for {at.player.name}"]


def test_who_came_back_is_not_called_a_substitute() -> None:
    session, director, at = substituted()
    back = wanted(at, name=at.player.name, board=boards(at)[2])
    let(session, back, director, "back")
    play_out(session, director)
    assert (at.seating_id, "ns") in said_on(session, boards(at)[1])
    assert (at.seating_id, "ns") not in said_on(session, boards(at)[2])


@pytest.mark.thorough
def test_its_page_and_the_api_say_the_same(over, client: Client) -> None:
    session, _director, at = over
    event, words = session.stage.event, f"Carla Mas for {at.player.name}"
    for number, named in zip(boards(at), (False, True, True), strict=True):
        address = reverse("traveller", args=[event.club.slug, event.slug, session.number, number])
        here = sum(len(each) for each in said_on(session, number).values())
        assert unescape(client.get(address).content.decode()).count(words) == here
        results = Api().read(f"sessions/{session.pk}/boards/{number}/traveller/")["results"]
        own = next(each for each in results if each["table"] == at.seating.table.number)
        told = {line["line"]: line["substitutes"] for line in own["lines"]}
        assert told == {"ns": [words] if named else [], "ew": []}
    card = Api().all(f"events/{event.pk}/scorecards/{at.contestant.number}/")
    assert [each["substitutes"] for each in card[:3]] == [
        [],
        [f"{words} from board {boards(at)[1]}"],
        [words],
    ]


def test_a_sealed_board_names_nobody() -> None:
    session, _director, at = substituted()
    for number in boards(at):
        told = Api().read(f"sessions/{session.pk}/boards/{number}/traveller/")
        assert (told["sealed"], told["results"]) == (True, [])


def statements_for(session: Session, number: int) -> int:
    board = session.boards.select_related("session__stage__event").get(number=number)
    with CaptureQueriesContext(connection) as asked:
        traveller(board)
    return len(asked)


def test_more_substitutes_ask_no_more(over) -> None:
    session, director, at = over
    number, before = boards(at)[1], statements_for(session, boards(at)[1])
    tables = SeatHolder.objects.filter(seating__plays__board__number=number).exclude(
        seating=at.seating_id
    )
    others = list(tables.filter(seat="E").order_by("seating__round__number"))
    for each in others:
        let(
            session,
            wanted(each, f"Dora Mas {each.pk}", last_round=each.seating.round.number),
            director,
            str(each.pk),
        )
    assert others
    assert len(said_on(session, number)) > len(others)
    assert statements_for(session, number) <= before


def test_what_is_printed_names_who_sits_there_now(client: Client) -> None:
    session, director, at = substituted()
    words = f"Carla Mas for {at.player.name}"
    own = next(
        each
        for each in read_movement_cards(session, session.sections.all())
        if each.contestant == at.contestant
    )
    said = [[str(each) for each in turn.substitutes] for turn in own.turns]
    assert said == [[], [f"{words} from board {boards(at)[1]}"], *[[words]] * 5]
    sheets = read_table_sheets(session, session.sections.all())
    by_round = [
        [str(one) for sheet in sheets for _l, _n, who in sheet.turns[n].names for one in who]
        for n in range(7)
    ]
    assert by_round == said
    signed_in(client, director)
    pages = {
        page: unescape(client.get(desk(session, page)).content.decode())
        for page in ("movement_cards", "table_sheets")
    }
    # On his card, on that of whom he meets in each of six rounds, and on the table's.
    assert {page: content.count(words) for page, content in pages.items()} == {
        "movement_cards": 18,
        "table_sheets": 6,
    }
