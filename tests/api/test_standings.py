"""The standings in the API contain everything that their page shows."""

import random
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from tests.api.clients import Api, codes
from tests.scenes import evening
from tests.scenes.matches import play_matches, started_matches
from tests.web.public.test_standings import enter_first_boards
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import knock_out_plan
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import Event, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def started(**options: object) -> tuple[Session, Actor]:
    """Start a session of ten pairs at five tables, one board a round; in round 1 all differ."""
    club, director = evening.club_with_director()
    plan = EventPlan("Campionat", movement_key="mitchell", **options)
    stage = create_event(club, plan, evening.pairs(10), director)
    session = create_session(stage, 5, 1, director, seed=evening.SEED)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    return session, director


def api_standings(session: Session, query: str = "") -> Any:
    return Api().read(f"events/{session.stage.event_id}/standings/{query}")


def standings_page(session: Session) -> str:
    event = Event.objects.select_related("club").get(pk=session.stage.event_id)
    return " ".join(Client().get(f"/{event.club.slug}/{event.slug}/").content.decode().split())


def test_standings_have_penalties_and_bonuses_with_reasons() -> None:
    session, director = started()
    enter_first_boards(40, 41, 42, 43, 44)
    first_contestant, second_contestant, *_others = session.stage.event.contestants.order_by(
        "number"
    )
    give_penalty(first_contestant, session.stage, "1/3", "came late", director, "k1")
    give_penalty(first_contestant, session.stage, "0.25", "spoke; twice", director, "k2")
    give_penalty(second_contestant, session.stage, "-1", "helped", director, "k3")
    catch_up()
    rows = {row["number"]: row for row in api_standings(session)["rankings"][0]["rows"]}
    penalties = {number: (row["penalty"], row["penalty_reasons"]) for number, row in rows.items()}
    assert penalties[1] == ("7/12", ["came late", "spoke; twice"])
    assert penalties[2] == ("-1", ["helped"])
    assert penalties[3] == ("0", [])
    assert "penalty 0.58: came late; spoke; twice" in standings_page(session)
    assert "bonus 1.00: helped" in standings_page(session)


@pytest.mark.parametrize(
    ("method", "ranked_by", "percent"),
    [("matchpoints", "percent", "50"), ("min_max", "total", None)],
)
def test_ranking_names_the_figure_that_ranks(
    method: str, ranked_by: str, percent: str | None
) -> None:
    session, _director = started(method_key=method)
    enter_first_boards(40, 41, 42, 43, 44)
    ranking = api_standings(session)["rankings"][0]
    assert (ranking["ranked_by"], ranking["rows"][0]["percent"]) == (ranked_by, percent)
    assert ("percent of the possible points" in standings_page(session)) == (ranked_by == "percent")


def test_mean_ranks_contestants_with_different_numbers_of_boards() -> None:
    session, director = started()
    enter_first_boards(40, 41, 42, 43, 44)
    end_round(playing_round(session).pk, director)
    evening.enter(
        Play.objects.filter(seating__round__number=2)[0], evening.outcome(random.Random(1))
    )
    catch_up()
    assert {ranking["ranked_by"] for ranking in api_standings(session)["rankings"]} == {"mean"}
    assert "the mean per board decides" in standings_page(session)


def test_tie_break_has_its_values_only_where_the_page_shows_them() -> None:
    session, director = started(tiebreaks=("sum_x",))  # each alone on its board: everybody has 1.5
    enter_first_boards(40, 41, 42, 43, 43)
    ahead = {"tiebreak": "sum_x", "name": "sum of X", "values": None}
    rows = api_standings(session)["rankings"][0]["rows"]
    assert [row["ahead"] for row in rows] == [None, ahead, ahead, ahead, None]
    assert "7 to 6" not in standings_page(session)
    finish_session(session.pk, director)
    rows = api_standings(session)["rankings"][0]["rows"]
    assert rows[1]["ahead"] == {**ahead, "values": {"own": "7", "other": "6"}}
    assert "ahead by sum of X: 7 to 6" in standings_page(session)


def test_last_award_is_reported_once_the_session_is_over() -> None:
    session, director = started()
    enter_first_boards(40, 41, 42, 43, 44)
    assert {
        row["last"] for ranking in api_standings(session)["rankings"] for row in ranking["rows"]
    } == {None}
    finish_session(session.pk, director)
    row = api_standings(session)["rankings"][0]["rows"][0]
    assert row["last"]["award"] == "3/2"
    assert row["last"]["low"] == row["last"]["high"] == row["last"]["x"]


def test_note_names_unranked_contestants_as_the_page_does() -> None:
    session, _director = started()
    evening.enter(
        Play.objects.filter(seating__round__number=1)[0], evening.outcome(random.Random(1))
    )
    catch_up()
    note = api_standings(session)["rankings"][0]["note"]
    assert note.startswith("Without a place (–): awards on less than a half of")
    assert note in standings_page(session)
    with override("ca"):
        catalan = Api().ask(
            f"events/{session.stage.event_id}/standings/", **{"Accept-Language": "ca"}
        )
    assert "la meitat" in catalan.json()["rankings"][0]["note"]
    enter_remaining_results()
    level = api_standings(session)["rankings"][0]
    assert level["note"] == "Nobody has a place (–) yet: all are equal so far."
    assert level["note"] in standings_page(session)


def enter_remaining_results() -> None:
    for play in Play.objects.filter(seating__round__number=1, state=Play.State.DUE):
        evening.enter(play, evening.outcome(random.Random(play.pk)))
    catch_up()


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("results_shown", "quiet"), [("at_once", ""), ("round", "round"), ("session",) * 2]
)
def test_results_shown_is_reported_before_and_after_the_first_result(
    results_shown: str, quiet: str
) -> None:
    session, director = started(results_shown=results_shown)
    assert (api_standings(session)["quiet"], api_standings(session)["version"]) == (quiet, 0)
    enter_first_boards(40, 41, 42, 43, 44)
    assert api_standings(session)["quiet"] == quiet
    assert ("Silent" in standings_page(session)) == bool(quiet)
    finish_session(session.pk, director)
    assert api_standings(session)["quiet"] == ""


def test_standings_report_that_sealed_boards_are_not_included() -> None:
    session, director = started(method_key="total")
    enter_first_boards(40, 41, 42, 43, 44)
    assert (api_standings(session)["waits_for_boards"], api_standings(session)["results"]) == (
        True,
        0,
    )
    assert "Only open boards count so far" in standings_page(session)
    finish_session(session.pk, director)
    assert (api_standings(session)["waits_for_boards"], api_standings(session)["results"]) == (
        False,
        5,
    )


def test_standings_name_the_last_round_included() -> None:
    session, _director = started()
    assert api_standings(session)["up_to"] is None
    enter_first_boards(40, 41, 42, 43, 44)
    assert api_standings(session)["up_to"] == {"session": session.pk, "round": 1}
    assert "up to round 1" in standings_page(session)


@pytest.fixture
def finished_groups_and_knock_out() -> tuple[Session, Session, Actor]:
    """Play two groups to the end, and start the knock-out of their best contestants."""
    session, director = started_matches(
        8, "round_robin", round_count=3, movement_options={"groups": "2"}
    )
    while playing_round(session):
        play_matches(session, director, random.Random(5))
    finish_session(session.pk, director)
    next_session = create_next_stage(
        session.stage.event, knock_out_plan(session.stage, 2), director
    )
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    return session, next_session, director


def test_groups_are_ranked_as_on_the_page(
    finished_groups_and_knock_out: tuple[Session, Session, Actor],
) -> None:
    rankings = api_standings(finished_groups_and_knock_out[0], "?stage=1")["rankings"]
    assert [(ranking["group"], ranking["rows"][0]["place"]) for ranking in rankings] == [
        (1, 1),
        (2, 1),
    ]
    assert [len(ranking["rows"]) for ranking in rankings] == [4, 4]
    assert {ranking["ranked_by"] for ranking in rankings} == {"total"}


def test_each_stage_has_its_own_standings(
    finished_groups_and_knock_out: tuple[Session, Session, Actor],
) -> None:
    first, second, director = finished_groups_and_knock_out
    assert (api_standings(first)["stage"], api_standings(first)["results"]) == (2, 0)
    assert api_standings(first, "?stage=2") == api_standings(first)
    play_matches(second, director)
    catch_up()
    assert (api_standings(first)["stage"], api_standings(first)["results"]) == (2, 2)
    earlier = api_standings(first, "?stage=1")
    assert (earlier["stage"], earlier["results"], earlier["quiet"]) == (1, 12, "")


def test_hidden_results_of_a_stage_do_not_hide_those_of_an_earlier_one(
    finished_groups_and_knock_out: tuple[Session, Session, Actor],
) -> None:
    Event.objects.update(results_shown="session")
    assert (
        api_standings(finished_groups_and_knock_out[0])["quiet"],
        api_standings(finished_groups_and_knock_out[0], "?stage=1")["quiet"],
    ) == (
        "session",
        "",
    )
    assert api_standings(finished_groups_and_knock_out[0], "?stage=1")["results"] == 12


@pytest.mark.daily(2)
@pytest.mark.parametrize("stage", ["3", "0", "-1", "01", "x", "", "9" * 5000, "%00", "٣"])
def test_unknown_stage_is_not_found(
    finished_groups_and_knock_out: tuple[Session, Session, Actor], stage: str
) -> None:
    response = Api().ask(
        f"events/{finished_groups_and_knock_out[0].stage.event_id}/standings/?stage={stage}"
    )
    assert (response.status_code, codes(response)) == (404, ["not_found"])
