"""The API explains numbers on request, as the pages do."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games.explanations.explanation import Explanation
from tests.api.clients import Api
from tests.scenes.evening import play_round, started
from tournaments.access.shown_standings import visible_snapshot
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.forms import translate_text
from tournaments.models import Contestant, Session
from tournaments.queries.boards.travellers import traveller_rows
from tournaments.queries.scorecards.scorecards import public_scorecard_rounds
from tournaments.queries.standings.explained_standings import explained_standing
from tournaments.queries.standings.latest import shown_standings
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

PLACES = ("standings", "scorecard", "traveller")


@pytest.fixture
def session() -> Session:
    """Play all rounds of a session of eight pairs, the first with a penalty."""
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    for _round in range(7):
        play_round(session, director)
    give_penalty(
        session.stage.event.contestants.get(number=1),
        session.stage,
        "1/3",
        "late",
        director,
        "requestkey",
    )
    catch_up()
    return session


def open_board(session: Session) -> Any:
    """Return the first board that every contestant has played."""
    boards = session.boards.order_by("number")
    return next(board for board in boards if not board.plays.filter(state="due").exists())


def api_path(session: Session, place: str) -> str:
    event = session.stage.event_id
    return {
        "standings": f"events/{event}/standings/",
        "scorecard": f"events/{event}/scorecards/1/",
        "traveller": f"sessions/{session.pk}/boards/{open_board(session).number}/traveller/",
    }[place]


def serialized(explanation: Explanation | None) -> Any:
    """Return an explanation as the API serializes it."""
    if explanation is None:
        return None
    formula, value = explanation.formula, explanation.value
    letters = formula and {
        "in_letters": translate_text(formula.with_names),
        "in_numbers": formula.with_numbers,
    }
    return {
        "kind": explanation.kind,
        "sentence": translate_text(explanation.sentence),
        "formula": letters,
        "value": None if value is None else str(value),
    }


def without_explanations(content: Any) -> Any:
    """Return a response without its explanations and links."""
    if isinstance(content, list):
        return [without_explanations(item) for item in content]
    if isinstance(content, dict):
        extra = (
            "explanation",
            "explanations",
            "x_explanation",
            "sum_explanation",
            "next",
            "previous",
        )
        return {
            key: without_explanations(value) for key, value in content.items() if key not in extra
        }
    return content


@pytest.mark.daily(1)
@pytest.mark.parametrize("place", PLACES)
def test_response_has_no_explanations_unless_requested(session: Session, place: str) -> None:
    url = api_path(session, place)
    Api().read(url)  # the first request fills caches
    with CaptureQueriesContext(connection) as plain:
        usual = Api().read(url)
    with CaptureQueriesContext(connection) as queries_with_explanations:
        explained = Api().read(f"{url}?explained")
    assert "explanation" not in str(usual)
    assert "explanation" in str(explained)
    assert without_explanations(explained) == without_explanations(usual)
    assert len(queries_with_explanations) == len(plain)


def test_standings_are_explained_as_on_the_page(session: Session) -> None:
    snapshot = visible_snapshot(session.stage)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    (read,) = Api().read(f"{api_path(session, 'standings')}?explained")["rankings"]
    for row, ranking_row in zip(read["rows"], ranking.rows, strict=True):
        explained = explained_standing(session.stage, ranking, ranking_row)
        numbers = ("place", "total", "mean", "percent")
        assert row["explanations"] == {
            number: serialized(getattr(explained, number)) for number in numbers
        }
        assert row["explanations"]["total"]["value"] == row["total"]
        assert row["explanations"]["place"]["value"] == str(row["place"])


def test_awards_of_scorecards_and_travellers_are_explained_as_on_the_page(session: Session) -> None:
    contestant = Contestant.objects.get(event=session.stage.event_id, number=1)
    rounds = Api().all(f"{api_path(session, 'scorecard')}?explained")
    for read, public_round in zip(rounds, public_scorecard_rounds(contestant), strict=True):
        explained = [board.explanation for board in public_round.boards]
        assert [explanation["explanation"] for explanation in read["boards"]] == [
            serialized(explanation) for explanation in explained
        ]
        for board, board_row in zip(read["boards"], public_round.boards, strict=True):
            assert board["x_explanation"] == serialized(board_row.x_explanation)
            assert board["x_explanation"]["value"] == board["award"]["x"]
            assert board["sum_explanation"] == serialized(board_row.sum_explanation)
            assert board["sum_explanation"]["value"] == board["total"]
    results = Api().read(f"{api_path(session, 'traveller')}?explained")["results"]
    for result, table in zip(results, traveller_rows(open_board(session)), strict=True):
        for line, of_line in zip(result["lines"], table.lines, strict=True):
            assert line["x_explanation"]["value"] == line["x"]
            assert line["explanations"] == [
                serialized(explanation) for explanation in of_line.explanations
            ]
            assert [explanation["value"] for explanation in line["explanations"]] == [line["award"]]


def test_explanations_are_in_the_requested_language(session: Session) -> None:
    snapshot = visible_snapshot(session.stage)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    response = Api().ask(f"{api_path(session, 'standings')}?explained", **{"Accept-Language": "ca"})
    with override("ca"):
        first = serialized(explained_standing(session.stage, ranking, ranking.rows[0]).place)
    assert response.json()["rankings"][0]["rows"][0]["explanations"]["place"] == first
    assert "Ningú no supera " in first["sentence"]
