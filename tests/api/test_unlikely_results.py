"""A program can ask the API to question unlikely results, as a phone does."""

import pytest

from tests.api.clients import Api
from tests.scenes.evening import started
from tests.web.phone.table_pages import current_plays, get_table, likely_result, with_swapped_points
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


def test_unlikely_result_is_a_problem_only_if_not_sure() -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    table = max(
        (get_table(session, number) for number in range(1, 5)),
        key=lambda table: abs(
            int(likely_result(current_plays(table)[0].board.number)["ns_points"]) - 36
        ),
    )
    play = current_plays(table)[0]
    body = {"side": "ns", "outcome": with_swapped_points(likely_result(play.board.number))}
    phone, path = Api(f"Table {code_of(table)}"), f"plays/{play.pk}/entries/"
    unsure_response = phone.send(path, {**body, "sure": False}, key="requestkey")
    assert unsure_response.status_code == 422
    assert [problem["code"] for problem in unsure_response.json()["problems"]] == [
        "unlikely_result"
    ]
    assert not play.entries.exists()
    assert phone.send(path, body, key="requestkey").status_code == 201
    assert play.entries.count() == 1
