"""Damaged bodies are rejected cheaply with the path of the damage, and store nothing."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.api.clients import ROOT, Api, at_table, member
from tests.scenes.damaged_json import call_within_limits, damaged_copies, to_json_bytes
from tests.scenes.evening import started
from tests.web.signed_in import RESULT, first_play
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db

EVENING = {
    "club": "club-manilla",
    "name": "Lliga",
    "game": "botifarra",
    "options": {},
    "tiebreaks": [],
    "movement": "mitchell",
    "movement_options": {},
    "players_each": 2,
    "contestants": [f"Pol {number} - Quim {number}" for number in range(8)],
    "rounds": 4,
    "boards_per_round": 2,
}


def post_body(api: Api, path: str, body: bytes) -> HttpResponse:
    headers = api.headers | {"Idempotency-Key": "one"}
    return Client().post(ROOT + path, body, content_type="application/json", headers=headers)


def invalid_fields(api: Api, path: str, body: bytes) -> set[Any]:
    """Return the fields that the response reports as invalid."""
    response = post_body(api, path, body)
    assert response.status_code in {400, 404, 422}, (response.status_code, body[:80])
    assert len(response.content) < 200_000
    assert Event.objects.count() == 1
    assert not Entry.objects.exists()
    return {problem["field"] for problem in response.json()["problems"]}


@pytest.mark.thorough
@pytest.mark.parametrize("number", [100, 1000])
def test_problem_names_the_field_that_was_damaged(number: int) -> None:
    session, director = started(8, round_count=4, boards_per_round=2)
    play = first_play(session)
    entry = (
        at_table(play.seating.table),
        f"plays/{play.pk}/entries/",
        {"side": "ns", "outcome": RESULT},
    )
    evening = (member(director), "events/", EVENING)
    invalid_fields(*entry[:2], b"{")  # the first request loads modules
    for api, path, body in (entry, evening):
        for way, values in damaged_copies(body, number // 2):
            problems = call_within_limits(invalid_fields, api, path, to_json_bytes(values))
            assert problems & {None, *way, "?"}, way
        undamaged_body = to_json_bytes(body)
        for end in range(1, len(undamaged_body), len(undamaged_body) // 20):
            call_within_limits(invalid_fields, api, path, undamaged_body[:end])
