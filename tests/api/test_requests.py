"""Requests to the API: idempotency keys, errors, pages, entity tags and invalid tokens."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.api.clients import ROOT, Api, at_table, codes, member
from tests.scenes.evening import enter, started
from tests.scenes.teams import team_texts
from tests.web.signed_in import OTHER_RESULT, RESULT, first_play
from tournaments.access.guess_limits import MAX_WRONG_TABLE_CODES
from tournaments.actions.rounds.table_codes import revoke_table_code
from tournaments.models import Entry, Play, Session
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db

SessionAndDirector = tuple[Session, Actor]


@pytest.fixture
def session_and_director() -> SessionAndDirector:
    return started(8, round_count=4, boards_per_round=2)


@pytest.fixture
def play(session_and_director: SessionAndDirector) -> Play:
    session, _director = session_and_director
    return first_play(session, seating__round__number=1)


@pytest.fixture
def entries(play: Play) -> str:
    return f"plays/{play.pk}/entries/"


def test_repeated_key_gets_the_same_answer_and_with_another_body_a_conflict(
    play: Play, entries: str
) -> None:
    table, body = at_table(play.seating.table), {"side": "ns", "outcome": RESULT}
    first_response, second_response = (
        table.send(entries, body, "one"),
        table.send(entries, body, "one"),
    )
    assert (first_response.status_code, first_response.json()) == (
        second_response.status_code,
        second_response.json(),
    )
    assert first_response.status_code == 201
    other_response = table.send(entries, {"side": "ns", "outcome": OTHER_RESULT}, "one")
    assert (other_response.status_code, codes(other_response)) == (409, ["key_reused"])
    assert Entry.objects.count() == 1


def test_result_takes_eight_queries_and_a_confirmation_at_most_nine(
    play: Play, entries: str
) -> None:
    table = at_table(play.seating.table)
    with CaptureQueriesContext(connection) as queries:
        table.do(entries, {"side": "ns", "outcome": RESULT})
    statements = [event["sql"].split()[0] for event in queries]
    assert statements == [
        "SELECT",
        "SAVEPOINT",
        "SELECT",
        "INSERT",
        "UPDATE",
        "INSERT",
        "INSERT",
        "RELEASE",
    ]
    with CaptureQueriesContext(connection) as queries:
        table.do(entries, {"side": "ew", "outcome": RESULT})
    assert len(queries) <= 9


def test_event_is_created_once_per_key(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    pairs = [f"Pol {number} / Quim {number}" for number in range(8)]
    body = {
        "club": session.stage.event.club.slug,
        "name": "Lliga",
        "movement": "mitchell",
        "contestants": pairs,
    }
    body |= {"rounds": 4, "boards_per_round": 2}
    first_response, second_response = (
        member(director).send("events/", body, "one") for _attempt in range(2)
    )
    assert first_response.json() == second_response.json()
    assert [event["name"] for event in Api().all("events/")] == ["Lliga", "Campionat"]


def test_event_of_single_players_can_be_created(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    players = [f"Pol {number}" for number in range(9)]
    body = {
        "club": session.stage.event.club.slug,
        "name": "Lliga",
        "contestants": players,
        "rounds": 2,
    }
    body |= {"movement": "individual", "boards_per_round": 1}
    refused = member(director).send("events/", body)
    assert set(codes(refused)) == {"not_a_pair"}
    event = member(director).do("events/", body | {"players_each": 1})["event"]
    assert Api().read(f"events/{event}/")["players_each"] == 1
    sheet = {
        "game": "score_sheet",
        "contestants": [f"{player} - Quim {player}" for player in players],
    }
    assert codes(member(director).send("events/", body | sheet)) == ["wrong_players_each"]


def test_event_of_teams_is_created_with_their_players(
    session_and_director: SessionAndDirector,
) -> None:
    session, director = session_and_director
    body = {
        "club": session.stage.event.club.slug,
        "name": "Lliga",
        "contestants": list(team_texts(4)),
    }
    body |= {"movement": "round_robin", "rounds": 3, "boards_per_round": 2, "players_each": 4}
    created = member(director).do("events/", body | {"halves": 2})
    stage = Session.objects.get(pk=created["session"]).stage
    assert (stage.halves, stage.event.method_key) == (2, "victory_points")
    assert stage.event.contestants.get(number=4).partners.count() == 4
    invalid_fields = {"method": "min_max", "halves": 2}
    assert codes(member(director).send("events/", body | invalid_fields)) == ["method_for_teams"]


@pytest.mark.parametrize("key", ["", "two words", "x" * 81])
def test_result_without_a_valid_key_is_rejected(play: Play, entries: str, key: str) -> None:
    headers = at_table(play.seating.table).headers | ({"Idempotency-Key": key} if key else {})
    body = json.dumps({"side": "ns", "outcome": RESULT})
    response = Client().post(ROOT + entries, body, content_type="application/json", headers=headers)
    assert (response.status_code, codes(response)) == (400, ["key_missing"])


def test_every_problem_of_an_outcome_is_reported_at_once(play: Play, entries: str) -> None:
    invalid_body = {"side": "ns", "outcome": {"trump": "hearts", "ns_points": 99, "moon": "full"}}
    response = at_table(play.seating.table).send(entries, invalid_body)
    assert response.status_code == 422
    assert {(problem["code"], problem["field"]) for problem in response.json()["problems"]} >= {
        ("not_a_choice", "trump"),
        ("out_of_range", "ns_points"),
        ("unknown_field", "moon"),
    }


def test_every_problem_of_a_body_is_reported_at_once(
    session_and_director: SessionAndDirector,
) -> None:
    _session, director = session_and_director
    body = {
        "club": "club-manilla",
        "name": "",
        "movement": "mitchell",
        "contestants": ["A - B", ""],
        "rounds": 0,
    }
    response = member(director).send("events/", body)
    assert response.status_code == 422
    problems = {(problem["field"], problem["line"]) for problem in response.json()["problems"]}
    assert problems == {
        ("name", None),
        ("contestants", 2),
        ("rounds", None),
        ("boards_per_round", None),
    }


@pytest.mark.parametrize(
    "invalid_fields", [{"movement": "waltz"}, {"game": "chess"}, {"options": {"moon": "full"}}]
)
def test_unknown_game_method_or_movement_is_rejected(
    session_and_director: SessionAndDirector, invalid_fields: dict[str, object]
) -> None:
    _session, director = session_and_director
    pairs = [f"Pol {number} / Quim {number}" for number in range(8)]
    body = {"club": "club-manilla", "name": "Lliga", "movement": "mitchell", "contestants": pairs}
    response = member(director).send(
        "events/", {**body, "rounds": 4, "boards_per_round": 2, **invalid_fields}
    )
    assert (response.status_code, codes(response)) == (422, ["unknown_option"])


def test_unknown_side_and_missing_entry_are_rejected(play: Play, entries: str) -> None:
    table = at_table(play.seating.table)
    response = table.send(entries, {"side": "up", "outcome": RESULT})
    assert (response.status_code, codes(response)) == (422, ["which_side"])
    response = table.send(f"plays/{play.pk}/confirmation/", {"side": "ew", "revision": 1})
    assert (response.status_code, codes(response)) == (422, ["no_such_entry"])


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("{", "application/json", 400),
        ('{"side": "\\ud800"}', "application/json", 400),
        ("side=ns", "application/x-www-form-urlencoded", 415),
    ],
)
def test_unreadable_request_gets_an_error_in_the_common_format(
    play: Play, entries: str, body: str, kind: str, status: int
) -> None:
    headers = at_table(play.seating.table).headers | {"Idempotency-Key": "key"}
    response = Client().post(ROOT + entries, body, content_type=kind, headers=headers)
    assert response.status_code == status
    assert codes(response)


@pytest.mark.parametrize(
    "path",
    ["", "nowhere/", "events", "events/-1/", "events/999/", "rounds/1", "sessions/2%0Ax/start/"],
)
def test_unknown_url_gets_an_error_in_the_common_format(path: str) -> None:
    response = Api().ask(path)
    assert (response.status_code, codes(response)) == (404, ["not_found"])


def test_long_list_is_paginated_with_links(session_and_director: SessionAndDirector) -> None:
    session, _director = session_and_director
    url = f"events/{session.stage.event_id}/contestants/?page_size=3"
    first_response = Api().read(url)
    assert (
        first_response["count"],
        len(first_response["results"]),
        first_response["previous"],
    ) == (8, 3, None)
    assert [row["number"] for row in Api().all(url)] == list(range(1, 9))
    for invalid_queries in (
        "page=4",
        "page=x",
        "page=",
        "page=last",
        "page=１",
        "page_size=0",
        "page_size=many",
        "page_size=",
    ):
        assert Api().ask(f"{url}&{invalid_queries}").status_code == 404


def test_events_can_be_filtered_by_club(session_and_director: SessionAndDirector) -> None:
    assert len(Api().all("events/?club=club-manilla")) == 1
    assert Api().all("events/?club=another") == []


def test_unchanged_response_is_304(play: Play) -> None:
    url = f"events/{play.board.session.stage.event_id}/standings/"
    tag = Api().ask(url).headers["ETag"]
    response = Api().ask(url, **{"If-None-Match": tag})
    assert (response.status_code, response.content) == (304, b"")
    enter(play, RESULT)
    changed = Api().ask(url, **{"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


def test_staff_can_read_a_sealed_play_and_a_table_code_cannot(
    session_and_director: SessionAndDirector, play: Play
) -> None:
    session, director = session_and_director
    enter(play, RESULT, ["ns"])
    url = f"plays/{play.pk}/"
    elsewhere = first_play(session, seating__round__number=1, seating__table__number=3)
    staff = member(director).read(url)
    assert staff["told"]["entries"][0]["outcome"]["ns_points"] == 40
    assert (staff["told"]["state"], staff["told"]["counts"]) == ("entered", 1)
    for reader in (Api(), at_table(play.seating.table), at_table(elsewhere.seating.table)):
        assert (reader.read(url)["told"], reader.read(url)["due"]) == (None, False)


def test_director_cannot_read_a_board_they_still_have_to_play(
    session_and_director: SessionAndDirector, play: Play
) -> None:
    _session, director = session_and_director
    enter(play, RESULT)
    later_play = Play.objects.filter(board=play.board, state=Play.State.DUE).first()
    player = later_play.seating.places.first().player
    player.user_id = director.user_id
    player.save()
    url = f"plays/{play.pk}/"
    assert member(director).read(url)["told"] is None
    enter(later_play, RESULT)
    assert member(director).read(url)["told"] is not None


def test_new_password_revokes_the_token(
    session_and_director: SessionAndDirector, capsys: pytest.CaptureFixture[str]
) -> None:
    session, director = session_and_director
    url = f"sessions/{session.pk}/tables/"
    user = get_user_model().objects.get(pk=director.user_id)
    call_command("api_token", user.username)
    old_client = Api(f"Token {capsys.readouterr().out.strip()}")
    assert old_client.ask(url).status_code == 200
    user.set_password("una-altra-paraula")
    user.save()
    response = old_client.ask(url)
    assert (response.status_code, codes(response)) == (401, ["wrong_token"])
    assert response.headers["WWW-Authenticate"] == "Table, Token"
    assert member(director).ask(url).status_code == 200


def test_inactive_user_has_no_token(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    url, client = f"sessions/{session.pk}/tables/", member(director)
    get_user_model().objects.filter(pk=director.user_id).update(is_active=False)
    assert client.ask(url).status_code == 401
    with pytest.raises(CommandError):
        call_command("api_token", "director-club-manilla")


@pytest.mark.parametrize("token", ["", "x", "1-", "٣-00", "9" * 30 + "-0"])
def test_invented_token_is_invalid(session_and_director: SessionAndDirector, token: str) -> None:
    response = Api(f"Token {token}").ask("events/")
    assert (response.status_code, codes(response)) == (401, ["wrong_token"])


def test_replaced_table_code_is_invalid(
    session_and_director: SessionAndDirector, play: Play, entries: str
) -> None:
    _session, director = session_and_director
    table = at_table(play.seating.table)
    revoke_table_code(play.seating.table, director)
    response = table.send(entries, {"side": "ns", "outcome": RESULT})
    assert (response.status_code, codes(response)) == (401, ["revoked_code"])


def test_table_keeps_its_idempotency_keys_when_its_code_is_replaced(
    session_and_director: SessionAndDirector, play: Play, entries: str
) -> None:
    _session, director = session_and_director
    table, body = play.seating.table, {"side": "ns", "outcome": RESULT}
    first_response = at_table(table).send(entries, body, "one")
    revoke_table_code(table, director)
    table.refresh_from_db()
    repeated = at_table(table).send(entries, body, "one")
    assert (repeated.status_code, repeated.json()) == (
        first_response.status_code,
        first_response.json(),
    )
    assert Entry.objects.count() == 1


def test_wrong_table_codes_are_limited() -> None:
    cache.clear()
    guess = Api("Table 1-ABC-DEF")
    answers = [guess.ask("events/") for _guess in range(MAX_WRONG_TABLE_CODES + 2)]
    assert (answers[0].status_code, codes(answers[0])) == (401, ["unknown_code"])
    assert (answers[-1].status_code, codes(answers[-1])) == (429, ["too_many_codes"])
    assert int(answers[-1].headers["Retry-After"]) > 0
    cache.clear()


def test_browser_session_requires_a_csrf_token(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    user = get_user_model().objects.get(pk=director.user_id)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    url = f"{ROOT}sessions/{session.pk}/finish/"
    assert browser.get(f"{ROOT}sessions/{session.pk}/tables/").status_code == 200
    response = browser.post(url)
    assert (response.status_code, codes(response)) == (403, ["permission_denied"])
    assert not Session.objects.get().is_over


def test_documentation_page_has_no_inline_code() -> None:
    page = Client().get(f"{ROOT}docs/").content.decode()
    assert "<style" not in page
    assert page.count("<script ") == page.count("<script src=") == 2
    assert Client().get(f"{ROOT}docs/?script=").headers["Content-Type"] == "application/javascript"
