"""A session run by the API alone gives the same standings as one run by the actions."""

import random
from typing import Any

import pytest

from games.botifarra.game import Botifarra
from tests.api.clients import Api, codes, member
from tests.scenes.evening import SEED, at, club_with_director, outcome, pairs, started
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup, create_event_from_names
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Entry, Play, Session
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

PAIRS, ROUNDS, BOARDS = 8, 3, 2
Script = dict[tuple[int, int], dict[str, object]]


@pytest.fixture
def script() -> Script:
    """Return the outcome at each table on each board."""
    rng = random.Random("an evening")
    return {
        (table, board): outcome(rng) for table in range(1, PAIRS // 2 + 1) for board in range(1, 40)
    }


def is_disputed(round_number: int, table_number: int) -> bool:
    """Return whether the second side enters another result, so that the director has to rule."""
    return (round_number, table_number) == (2, 1)


def other_fields(fields: dict[str, object]) -> dict[str, object]:
    """Return the fields of another result."""
    return fields | {"trump": "copes" if fields["trump"] == "oros" else "oros"}


def by_actions(script: Script) -> Any:
    club, director = club_with_director("By actions")
    plan = EventPlan("Campionat", movement_key="howell")
    answer = create_event_from_names(
        club, EventSetup(plan, tuple(pairs(PAIRS)), ROUNDS, BOARDS), director, "key"
    )
    session = Session.objects.get(pk=answer["session"])
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    while round_ := playing_round(session):
        for play in Play.objects.filter(seating__round=round_):
            fields = script[play.seating.table.number, play.board.number]
            second = (
                other_fields(fields)
                if is_disputed(round_.number, play.seating.table.number)
                else fields
            )
            submit_entry(play.pk, fields, at(play, "ns"), f"{play.pk}-ns")
            submit_entry(play.pk, second, at(play, "ew"), f"{play.pk}-ew")
            if second != fields:
                body_fields = {
                    "replaces": 2,
                    "reason": "heard both",
                    "actor": director,
                    "key": f"{play.pk}",
                }
                decide_play(play.pk, Entry.Kind.RULING, fields, **body_fields)
        end_round(round_.pk, director)
    finish_session(session.pk, director)
    catch_up()
    return session.stage.snapshots.latest().standings["lines"]


def by_api(script: Script) -> tuple[Api, dict[str, Any]]:
    club, actor = club_with_director("By API")
    director = member(actor)
    body = {
        "club": club.slug,
        "name": "Campionat",
        "movement": "howell",
        "contestants": pairs(PAIRS),
    }
    created = director.do("events/", {**body, "rounds": ROUNDS, "boards_per_round": BOARDS})
    session = f"sessions/{created['session']}/"
    assert director.do(f"{session}deal/", {"salt": "sort"})["state"] == "dealt"
    assert director.do(f"{session}start/")["state"] == "running"
    tables = {
        table["number"]: Api(f"Table {table['code']}")
        for table in director.all(f"{session}tables/")
    }
    for round_ in Api().all(f"{session}rounds/"):
        for seating in Api().all(f"rounds/{round_['id']}/seatings/"):
            for play in seating["plays"]:
                enter_by_api(
                    director,
                    tables[seating["table"]],
                    round_["number"],
                    seating["table"],
                    play,
                    script,
                )
        director.do(f"rounds/{round_['id']}/end/")
    director.do(f"{session}finish/")
    director.do(f"events/{created['event']}/publish/")
    catch_up()
    return director, created


def enter_by_api(
    director: Api, table: Api, round_number: int, number: int, play: dict[str, Any], script: Script
) -> None:
    fields, url = script[number, play["board"]], f"plays/{play['id']}/"
    table.do(f"{url}entries/", {"side": "ns", "outcome": fields})
    if not is_disputed(round_number, number):
        assert table.read(url)["told"] is None, "a program reads no more than anybody may"
        body = {"side": "ew", "revision": 1}
        assert table.do(f"{url}confirmation/", body)["state"] == "confirmed"
        return
    ew_entry = {"side": "ew", "outcome": other_fields(fields)}
    assert table.do(f"{url}entries/", ew_entry)["state"] == "conflict"
    decision = {"kind": "ruling", "outcome": fields, "reason": "heard both"}
    stale = director.send(f"{url}decision/", {**decision, "replaces": 1})
    assert (stale.status_code, codes(stale)) == (409, ["stale"])
    assert director.do(f"{url}decision/", {**decision, "replaces": 2})["state"] == "ruled"


@pytest.mark.thorough
def test_session_run_by_the_api_alone_gives_the_same_standings(script: Script) -> None:
    expected = by_actions(script)
    _director, created = by_api(script)
    standings = Api().read(f"events/{created['event']}/standings/")
    assert [ranking["line"] for ranking in standings["rankings"]] == [
        ranking["line"] for ranking in expected
    ]
    for ranking, expected_ranking in zip(standings["rankings"], expected, strict=True):
        assert [
            (row["place"], row["name"], row["total"], row["boards"]) for row in ranking["rows"]
        ] == [
            (row["rank"], row["contestant"], row["total"], row["boards"])
            for row in expected_ranking["rows"]
        ]
    assert Api().read(f"events/{created['event']}/")["state"] == "final"


@pytest.mark.thorough
def test_finished_session_can_be_read_and_its_deals_verified(script: Script) -> None:
    _director, created = by_api(script)
    session = Api().read(f"sessions/{created['session']}/")
    url = f"sessions/{created['session']}/boards/"
    assert {board["sealed"] for board in Api().all(url)} == {False}
    board = Api().read(f"{url}3/")
    dealt = Botifarra().deal(session["seed"], session["salt"], 3)
    assert {seat: set(hand) for seat, hand in board["hands"].items()} == {
        seat: {str(card) for card in hand} for seat, hand in dealt.deal.hands.items()
    }
    results = Api().read(f"{url}3/traveller/")["results"]
    awards = {
        (line["contestants"][0]["number"], line["award"])
        for result in results
        for line in result["lines"]
    }
    assert awards
    contestants = Api().all(f"events/{created['event']}/contestants/")
    assert [contestant["name"] for contestant in contestants] == pairs(PAIRS)
    for contestant in contestants:
        rounds = Api().all(f"events/{created['event']}/scorecards/{contestant['number']}/")
        boards = [board for played in rounds for board in played["boards"] if board["number"] == 3]
        assert all((contestant["number"], row["award"]["award"]) in awards for row in boards)


def test_seed_is_secret_until_the_session_ends() -> None:
    session, director = started(8, round_count=4, boards_per_round=2)
    session_data = member(director).read(f"sessions/{session.pk}/")
    assert session_data["seed"] is None
    assert session_data["commitment"] == session.commitment
    assert SEED not in str(session_data)
