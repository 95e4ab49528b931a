"""Malformed bodies get an error in the common format, and nothing is stored."""

import json

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.api.clients import ROOT, Api, at_table, codes, member
from tests.scenes.evening import created, started
from tests.web.signed_in import RESULT, first_play
from tournaments.models import Entry, Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Play:
    return first_play(started(4, round_count=2, boards_per_round=1)[0])


def post_body(play: Play, body: bytes) -> HttpResponse:
    """Return the response to a raw body that a table's device posts to a play."""
    headers = at_table(play.seating.table).headers | {"Idempotency-Key": "one"}
    url = f"{ROOT}plays/{play.pk}/entries/"
    return Client().post(url, body, content_type="application/json", headers=headers)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"[" * 200_000, "too_deep"),
        (b'{"outcome":' * 500 + b"1" + b"}" * 500, "too_deep"),
        (b'{"side": "ns", "side": "ew", "outcome": {}}', "repeated_key"),
        (b'{"side": ' + b"9" * 5000 + b"}", "number_too_long"),
        (b"[" + b"0," * 100_000 + b"0]", "too_many_values"),
        (b'{"side": NaN}', "not_json"),
        (b'{"side": "\\ud800"}', "parse_error"),
        (b"\xff", "not_json"),
        (b" ", "not_json"),
    ],
)
def test_unreadable_body_is_rejected_with_400(play: Play, body: bytes, code: str) -> None:
    response = post_body(play, body)
    assert (response.status_code, codes(response)) == (400, [code])
    assert not Entry.objects.exists()


@pytest.mark.parametrize("value", [[], {}, [[["oros"]]], 1.5, "x" * 81, 10**17 * 7, "9" * 5000])
def test_nested_or_long_value_of_an_outcome_is_rejected(play: Play, value: object) -> None:
    response = post_body(
        play, json.dumps({"side": "ns", "outcome": RESULT | {"ns_points": value}}).encode()
    )
    assert response.status_code == 422
    assert [problem["field"] for problem in response.json()["problems"]] == ["ns_points"]
    assert not Entry.objects.exists()


def test_problem_deep_in_the_second_section_has_line_2() -> None:
    session, director = created(8, movement="howell", round_count=3, boards_per_round=2)
    section = {"name": "A", "movement": "howell", "rounds": 3, "contestants": [1, 2, 3, 4]}
    damaged = [section, section | {"contestants": [-1]}]
    response = member(director).send(f"sessions/{session.pk}/divide/", {"sections": damaged}, "one")
    assert response.status_code == 422
    assert [(problem["field"], problem["line"]) for problem in response.json()["problems"]] == [
        ("contestants", 2)
    ]


def test_void_decision_with_an_outcome_is_rejected() -> None:
    session, director = started(4, round_count=2, boards_per_round=1)
    play = first_play(session)
    body = {"kind": "void", "outcome": RESULT, "replaces": 0, "reason": "cards fell"}
    response = member(director).send(f"plays/{play.pk}/decision/", body, "one")
    assert response.status_code == 422
    assert [problem["field"] for problem in response.json()["problems"]] == ["outcome"]
    assert not Entry.objects.exists()


def test_error_names_only_a_few_of_thousands_of_unknown_fields(play: Play) -> None:
    unknown = {f"x{number}": 1 for number in range(4000)}
    response = post_body(play, json.dumps({"side": "ns", "outcome": RESULT | unknown}).encode())
    assert response.status_code == 422
    assert codes(response) == ["unknown_field"] * 20


def test_code_that_was_replaced_millions_of_times_is_found_fast(play: Play) -> None:
    table = play.seating.table
    old_client = at_table(table)
    type(table).objects.filter(pk=table.pk).update(code_counter=3_000_000)
    assert codes(old_client.ask("events/")) == ["unknown_code"]
    type(table).objects.filter(pk=table.pk).update(code_counter=50)
    assert codes(old_client.ask("events/")) == ["revoked_code"]
    assert codes(Api("Table " + "1" * 5000).ask("events/")) == ["unknown_code"]
