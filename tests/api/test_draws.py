"""Rounds drawn by the API: a whole Swiss, swaps, departures, arrivals, knock-outs."""

import hashlib
import json
import random
from dataclasses import replace
from typing import Any

import pytest

from tests.api.clients import Api, codes, member
from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.divided_session import (
    SECTION_OF_FEWER_ROUNDS,
    SECTION_OF_SIX,
    SECTION_OF_TEN,
    started_in_sections,
)
from tests.scenes.evening import club_with_director, pairs, started
from tests.scenes.matches import play_matches, started_matches
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.contestant_swaps import swap_contestants
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Contestant, IdempotencyRecord, Play, Round, Session
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

ROUNDS = 4
TIEBREAKS = ("sum_x", "points", "head_to_head")
LATE = "Zoe – Iris"


def match_result(round_number: int, table_number: int) -> dict[str, int]:
    """Return the result of a table in a round."""
    rng = random.Random(f"{round_number} {table_number}")
    winner, loser = rng.sample(["ns_points", "ew_points"], 2)
    return {winner: 101, loser: rng.randint(0, 100)}


def by_actions() -> Any:
    session, director = started_matches(7, round_count=ROUNDS, tiebreaks=TIEBREAKS)
    event = session.stage.event
    while round_ := playing_round(session):
        for play in Play.objects.filter(seating__round=round_, state=Play.State.DUE):
            outcome = match_result(round_.number, play.seating.table.number)
            submit_entry(
                play.pk,
                {key: str(points) for key, points in outcome.items()},
                director,
                f"{play.pk}",
            )
        end_round(round_.pk, director)
        if round_.number == 1:
            withdraw_during_session(event, event.contestants.get(number=3).pk, director)
            arrive_during_session(event, LATE, director)
        if round_.number < ROUNDS:
            drawn_round = draw_round(session.pk, director)
            if drawn_round.number == 2:
                contestant, other_contestant = (
                    event.contestants.get(number=number).pk
                    for number in seated_numbers(drawn_round.pk)[:2]
                )
                swap_contestants(drawn_round.pk, contestant, other_contestant, director)
            begin_round(drawn_round.pk, director)
    finish_session(session.pk, director)
    catch_up()
    return session.stage.snapshots.latest().standings["lines"]


def by_api() -> dict[str, Any]:
    club, actor = club_with_director("By API")
    director = member(actor)
    body = {"club": club.slug, "name": "Lliga", "contestants": pairs(7), "movement": "swiss"}
    body |= {"game": "match", "method": "wins", "tiebreaks": list(TIEBREAKS)}
    created = director.do("events/", {**body, "rounds": ROUNDS, "boards_per_round": 1})
    event, session = f"events/{created['event']}/", f"sessions/{created['session']}/"
    director.do(f"{session}deal/", {"salt": ""})
    director.do(f"{session}start/")
    (round_,) = Api().all(f"{session}rounds/")
    while True:
        play(director, round_)
        if round_["number"] == 1:
            director.do(f"{event}leave/", {"contestant": 3})
            joined = director.do(f"{event}join/", {"name": "Zoe - Iris"})
            assert joined == {"number": 8, "name": LATE, "section": None, "table_label": None}
        if round_["number"] == ROUNDS:
            break
        round_ = drawn_round(director, session)
    director.do(f"{session}finish/")
    director.do(f"{event}publish/", {"sure": True})  # each result was entered by one side only
    catch_up()
    return created


def play(director: Api, round_: dict[str, Any]) -> None:
    for seating in Api().all(f"rounds/{round_['id']}/seatings/"):
        assert seating["why"]["message"]
        for play_id in seating["plays"]:
            body = {"side": "ns", "outcome": match_result(round_["number"], seating["table"])}
            director.do(f"plays/{play_id['id']}/entries/", body)
    director.do(f"rounds/{round_['id']}/end/")


def drawn_round(director: Api, session: str) -> dict[str, Any]:
    """Return the next round; in the second round two opponents have been exchanged."""
    round_ = director.do(f"{session}draw/")
    if round_["number"] == 2:
        first_number, second_number = seated_numbers(round_["id"])[:2]
        director.do(
            f"rounds/{round_['id']}/exchange/", {"one": first_number, "other": second_number}
        )
    return director.do(f"rounds/{round_['id']}/begin/")


def seated_numbers(round_id: int) -> list[int]:
    """Return the numbers of the seated contestants, the last numbers first."""
    numbers = Contestant.objects.filter(places__seating__round=round_id).values_list(
        "number", flat=True
    )
    return sorted(set(numbers), reverse=True)


@pytest.mark.thorough
def test_swiss_run_by_the_api_alone_gives_the_same_standings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "tournaments.actions.rounds.plan_rows.seat_draw_key", lambda _session: "equal"
    )
    expected, by_program = by_actions(), by_api()
    (ranking,) = Api().read(f"events/{by_program['event']}/standings/")["rankings"]
    assert [
        (row["place"], row["name"], row["total"], row["boards"]) for row in ranking["rows"]
    ] == [
        (row["rank"], row["contestant"], row["total"], row["boards"]) for row in expected[0]["rows"]
    ]
    assert len(ranking["rows"]) == 8
    assert Api().read(f"events/{by_program['event']}/")["state"] == "final"
    remaining = [
        contestant
        for contestant in Api().all(f"events/{by_program['event']}/contestants/")
        if contestant["withdrawn_at"]
    ]
    assert [contestant["number"] for contestant in remaining] == [3]


Swiss = tuple[Session, Api]


@pytest.fixture
def swiss() -> Swiss:
    """Start a Swiss event, and play its first round."""
    session, director = started_matches(7)
    play_matches(session, director)
    return session, member(director)


def test_drawn_tables_and_sit_outs_have_reasons(swiss: Swiss) -> None:
    session, director = swiss
    round_ = director.do(f"sessions/{session.pk}/draw/")
    assert (round_["number"], round_["started_at"]) == (2, None)
    (sit_out,) = round_["sit_outs"]
    assert [sit_out["contestant"]] == round_["resting"]
    assert sit_out["why"]["message"] == "Lowest of those who have not rested yet."
    for seating in Api().all(f"rounds/{round_['id']}/seatings/"):
        reason = seating["why"]
        assert reason["message"] == reason["template"] % reason["params"]
        numbers = {player["number"] for line in seating["lines"].values() for player in line}
        assert {reason["params"]["one"], reason["params"]["other"]} == numbers
    assert Api().all(f"sessions/{session.pk}/rounds/")[1] == round_


def test_fixed_plan_has_no_reasons_and_starts_its_rounds_itself() -> None:
    session, director = started(7, round_count=4, boards_per_round=2)
    assert all(
        not round_row["sit_outs"] and round_row["resting"]
        for round_row in Api().all(f"sessions/{session.pk}/rounds/")
    )
    second_round = Round.objects.get(section__session=session, number=2).pk
    assert {seating["why"] for seating in Api().all(f"rounds/{second_round}/seatings/")} == {None}
    for url in (
        f"sessions/{session.pk}/draw/",
        f"rounds/{second_round}/begin/",
        f"rounds/{second_round}/undo/",
    ):
        response = member(director).send(url)
        assert (response.status_code, codes(response)) == (422, ["not_drawn"])
    response = member(director).send(f"rounds/{second_round}/exchange/", {"one": 1, "other": 2})
    assert (response.status_code, codes(response)) == (422, ["not_drawn"])
    assert Round.objects.get(pk=second_round).started_at is None


def test_swap_runs_once_and_warns_of_what_the_draw_avoids(swiss: Swiss) -> None:
    session, director = swiss
    round_ = director.do(f"sessions/{session.pk}/draw/")["id"]
    first_number, second_number = numbers_to_swap_into_a_repeat(session, round_)
    first_response, second_response = (
        director.send(
            f"rounds/{round_}/exchange/",
            {"one": first_number, "other": second_number},
            "requestkey",
        )
        for _time in "12"
    )
    assert first_response.status_code == 200
    assert first_response.json() == second_response.json()
    assert "meet_again" in [warning["code"] for warning in first_response.json()["warnings"]]
    reasons = [seating["why"]["message"] for seating in Api().all(f"rounds/{round_}/seatings/")]
    assert sum(reason.startswith("Exchanged by the director") for reason in reasons) == 2
    reused = director.send(
        f"rounds/{round_}/exchange/", {"one": second_number, "other": first_number}, "requestkey"
    )
    assert (reused.status_code, codes(reused)) == (409, ["key_reused"])


def numbers_to_swap_into_a_repeat(session: Session, round_id: int) -> tuple[int, int]:
    """Return two contestants whose swap repeats a meeting of round 1."""
    opponents_before = opponents(Round.objects.get(section__session=session, number=1).pk)
    opponents_now = opponents(round_id)
    return next(
        (opponents_before[number], opponents_now[number])
        for number in opponents_now
        if opponents_before.get(number) in opponents_now
    )


def opponents(round_id: int) -> dict[int, int]:
    pairs = [
        [player["number"] for line in seating["lines"].values() for player in line]
        for seating in Api().all(f"rounds/{round_id}/seatings/")
    ]
    return {number: opponent for pair in pairs for number, opponent in (pair, pair[::-1])}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"one": 1, "other": 1}, "invalid"),
        ({"one": 1, "other": 99}, "not_in_round"),
        ({"one": 1}, "required"),
    ],
)
def test_swap_accepts_only_two_contestants_of_the_round(
    swiss: Swiss, body: dict[str, int], code: str
) -> None:
    session, director = swiss
    round_ = director.do(f"sessions/{session.pk}/draw/")["id"]
    response = director.send(f"rounds/{round_}/exchange/", body)
    assert (response.status_code, codes(response)) == (422, [code])


def test_draw_can_be_undone_until_it_has_a_result(swiss: Swiss) -> None:
    session, director = swiss
    url = f"sessions/{session.pk}/"
    first_draw = director.do(f"{url}draw/")
    assert codes(director.send(f"{url}draw/")) == ["round_not_over"]
    director.do(f"rounds/{first_draw['id']}/undo/")
    assert len(Api().all(f"{url}rounds/")) == 1
    assert director.send(f"rounds/{first_draw['id']}/undo/").status_code == 404
    repeated_draw = director.do(f"{url}draw/")
    undone = [
        director.send(f"rounds/{repeated_draw['id']}/undo/", {}, "one-key") for _twice in "12"
    ]
    assert [answer.status_code for answer in undone] == [200, 200]
    assert undone[0].json() == undone[1].json()
    second_draw = director.do(f"{url}draw/")
    director.do(f"rounds/{second_draw['id']}/begin/")
    assert codes(director.send(f"rounds/{second_draw['id']}/begin/")) == ["begun"]
    body = {"side": "ns", "outcome": match_result(2, 1)}
    (play,) = Api().all(f"rounds/{second_draw['id']}/seatings/")[0]["plays"]
    director.do(f"plays/{play['id']}/entries/", body)
    assert codes(director.send(f"rounds/{second_draw['id']}/undo/")) == ["has_result"]


def test_contestant_leaves_once_and_is_replaced_under_a_new_number(swiss: Swiss) -> None:
    session, director = swiss
    url = f"events/{session.stage.event_id}/leave/"
    body = {"contestant": 2, "instead": "Zoe / Iris"}
    first_response, second_response = (director.send(url, body, "leave") for _time in "12")
    assert first_response.json() == second_response.json() == {"contestant": 2, "instead": 8}
    assert session.stage.event.contestants.get(number=8).name == LATE
    assert codes(director.send(url, body)) == ["left_already"]
    assert codes(director.send(url, {"contestant": 99})) == ["no_contestant"]


def test_digest_of_a_request_is_the_same_as_in_earlier_versions(swiss: Swiss) -> None:
    """Another digest would reject repetitions of requests made before an update."""
    session, director = swiss
    body = {"contestant": 2, "instead": ""}
    director.send(f"events/{session.stage.event_id}/leave/", body, "leave")
    request_text = json.dumps(["Leave", session.stage.event_id, body], sort_keys=True)
    assert (
        IdempotencyRecord.objects.get(key="leave").digest
        == hashlib.sha256(request_text.encode()).hexdigest()
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Zoe", "not_a_pair"),
        ("Zoe - Iris\nPol - Quim", "not_one_contestant"),
        ("Anna 1 - Zoe", "plays_already"),
    ],
)
def test_late_contestant_must_be_named_as_in_the_list(swiss: Swiss, name: str, code: str) -> None:
    response = swiss[1].send(f"events/{swiss[0].stage.event_id}/join/", {"name": name})
    assert (response.status_code, codes(response)) == (422, [code])


def test_late_contestant_of_a_divided_session_must_name_a_section() -> None:
    session, director = started_in_sections(
        SECTION_OF_TEN,
        replace(SECTION_OF_SIX, contestants=(11, 12, 13, 14, 15)),
        SECTION_OF_FEWER_ROUNDS,
    )
    url, api = f"events/{session.stage.event_id}/join/", member(director)
    refused = api.send(url, {"name": "Zoe - Iris", "section": "C"})
    assert (refused.status_code, codes(refused)) == (422, ["unknown_section"])
    response = api.do(url, {"name": "Zoe - Iris", "section": "B"})
    assert (response["section"], response["table_label"]) == ("B", "B3")


def test_best_contestants_advance_to_a_knock_out(swiss: Swiss) -> None:
    session, director = swiss
    url = f"events/{session.stage.event_id}/"
    assert codes(director.send(f"{url}knock-out/", {"places": 4})) == ["not_finished"]
    director.do(f"sessions/{session.pk}/finish/")
    first_response, second_response = (
        director.send(f"{url}knock-out/", {"places": 4}, "on") for _time in "12"
    )
    assert first_response.json() == second_response.json()
    assert (
        first_response.json()["stage"],
        first_response.json()["state"],
        first_response.json()["rounds_planned"],
    ) == (
        2,
        "created",
        2,
    )
    qualifiers = Api().all(f"{url}qualifiers/")
    assert [
        (qualifier["stage"], qualifier["seed"], qualifier["group"]) for qualifier in qualifiers
    ] == [(2, n, 1) for n in (1, 2, 3, 4)]
    assert qualifiers[0]["why"]["message"] == "Place 1."


def test_key_of_one_action_conflicts_with_another_action(swiss: Swiss) -> None:
    session, director = swiss
    url = f"events/{session.stage.event_id}/"
    assert director.send(f"{url}join/", {"name": "Zoe - Iris"}, "one").status_code == 201
    response = director.send(f"{url}leave/", {"contestant": 2}, "one")
    assert (response.status_code, codes(response)) == (409, ["key_reused"])
