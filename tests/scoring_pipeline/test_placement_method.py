"""The placement method, from results on phones to standings, explanations and comparison."""

import random
from fractions import Fraction
from functools import partial

import pytest

from games.problems import ValidationFailed
from scoring.event_scoring import Result, score_event
from scoring.placement import Placement
from tests.queries.standings.test_explanations import assert_explanations_hold
from tests.scenes.any_session import SESSION_KINDS
from tests.scenes.evening import club_with_director, enter
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Event, Play, Session, Snapshot
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.travellers import traveller_rows
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.standings.latest import last_snapshot
from tournaments.queries.standings.scales import parse_x
from tournaments.scoring_pipeline.method_comparison import compared_methods, rankings_by_method
from tournaments.scoring_pipeline.recounts import rebuild_derived
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def played(kind: str = "triples", method: str = "placement") -> tuple[Session, Actor]:
    """Play all rounds of score sheets, with ties, under a method."""
    session, director = SESSION_KINDS[kind]()
    rng = random.Random(kind)
    Event.objects.update(method_key=method, method_options={})
    session = Session.objects.get(pk=session.pk)
    lines = list(session.stage.event.game.lines)
    while round_ := playing_round(session):
        for play in Play.objects.filter(seating__round=round_).select_related("seating__table"):
            outcome = {f"{line}_score": str(rng.randint(1, 5)) for line in lines}
            enter(play, outcome, lines[:2])
        end_round(round_.pk, director)
    finish_session(session.pk, director)
    catch_up()
    return Session.objects.get(pk=session.pk), director


def results_by_board(session: Session) -> dict[int, list[Result]]:
    """Return the event as results for plain scoring."""
    boards: dict[int, list[Result]] = {}
    for play in Play.objects.select_related("board").prefetch_related(
        "seating__places__contestant"
    ):
        seated = {
            seat_holder.seat.lower(): (seat_holder.contestant.name,)
            for seat_holder in play.seating.places.all()
        }
        line_points = play.line_points.split()
        xs = {
            line: parse_x(x)
            for line, x in zip(session.stage.event.game.lines, line_points, strict=True)
        }
        boards.setdefault(play.board.number, []).append(Result(seated, xs))
    return boards


def totals(session: Session) -> dict[str, Fraction]:
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    rows = [row for line in snapshot.standings["lines"] for row in line["rows"]]
    return {row["contestant"]: Fraction(row["total"]) for row in rows}


@pytest.mark.parametrize("kind", ["triples", pytest.param("fives", marks=pytest.mark.thorough)])
def test_placement_standings_equal_pure_scoring(kind: str) -> None:
    session, _director = played(kind)
    lines = tuple(session.stage.event.game.lines)
    scored = score_event(results_by_board(session), lines, Placement())
    assert totals(session) == {
        row.contestant: row.total for ranking in scored.standings for row in ranking.rows
    }
    assert_explanations_hold(session.stage.event)


def test_traveller_shows_points_and_placement_award() -> None:
    session, _director = played()
    board = session.boards.earliest("number")
    for result in traveller_rows(board):
        xs = [line.x for line in result.lines]
        awards = [line.award for line in result.lines]
        assert sum(award for award in awards if award is not None) == 4
        assert [x for x, award in zip(xs, awards, strict=True) if award == max(awards)] == [
            x for x in xs if x == max(xs)
        ]
        assert all(line.explanations[0].value == line.award for line in result.lines)


def test_placement_is_a_compared_method_for_single_players() -> None:
    session, _director = played(method="min_max")
    keys = [method.key for method in compared_methods(session.stage)]
    assert keys == ["matchpoints", "butler", "total", "placement"]
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    rankings = rankings_by_method(session.stage, snapshot)
    totals_by_name = {
        row.names: row.other_methods[-1].figure
        for comparison in rankings
        for row in comparison.rows
    }
    Event.objects.update(method_key="placement", method_options={})
    rebuild_derived(Event.objects.get())
    assert totals(session) == totals_by_name


def test_placement_ruling_gives_points_but_no_weighted_award() -> None:
    session, director = played()
    play = Play.objects.order_by("pk")[0]
    totals_before = totals(session)
    give = partial(give_awards, play.pk, actor=director, replaces=play.revision, reason="it rang")
    with pytest.raises(ValidationFailed) as refused:
        give({"a": "1:30", "b": "average", "c": "2"}, key="one")
    assert [problem.code for problem in refused.value.problems] == ["award_not_offered"] * 2
    give({"a": "3", "b": "3/2", "c": "2"}, key="two")
    catch_up()
    assert sum(totals(session).values()) == sum(totals_before.values()) + Fraction(5, 2)


def test_placement_is_refused_for_partnerships() -> None:
    club, director = club_with_director()
    with pytest.raises(ValidationFailed) as refused:
        create_event(club, EventPlan("Copa", method_key="placement"), ["Anna - Berta"], director)
    assert [problem.code for problem in refused.value.problems] == ["method_for_seats"]
