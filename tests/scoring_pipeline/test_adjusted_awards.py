"""Standings with adjusted awards equal those of the whole event scored at once."""

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest

from games.fields import parse_outcome
from scoring.adjusted.award_text import parse_adjusted_award
from scoring.catalogue import get_method
from scoring.event_scoring import ResultsByBoard, score_event
from scoring.results import Result
from tests.scenes.field import create_field
from tournaments import scoring_pipeline
from tournaments.models import Entry, Event, Play, Session
from tournaments.queries.results.line_points import parse_line_points
from tournaments.queries.results.play_state import DECISION_KINDS, set_derived_columns
from tournaments.queries.standings.scales import parse_x
from tournaments.scoring_pipeline import StandingsCalculator

pytestmark = pytest.mark.django_db

AVERAGING = ("min_max", "matchpoints", "butler")
AVERAGES = ("average", "average_plus", "average_minus")
AWARDS_OF_EVERY_METHOD = ("3/2", "-2", "not_played", "1/2:30,1/2:-6", "1/3:12,1/3:0,1/3:-40", "1:4")


def enter_all(plays: list[list[object]], offered: tuple[str, ...]) -> None:
    """Enter each play: nothing, points of N-S, or two of the offered awards."""
    stored_plays = Play.objects.select_related("board__session__stage__event", "seating__table")
    for play in stored_plays.order_by("pk"):
        number, table = play.board.number - 1, play.seating.table.number - 1
        enter_play(play, plays[number % len(plays)][table % 4], offered)


def enter_play(play: Play, decision: object, offered: tuple[str, ...]) -> None:
    if decision is None:
        return
    entry = Entry(
        play=play, revision=play.revision + 1, at=play.board.session.stage.event.created_at
    )
    if isinstance(decision, int):
        outcome = {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": str(decision)}
        entry.kind = Entry.Kind.CORRECTION
        entry.outcome, _none = parse_outcome(play.board.session.stage.event.game.fields, outcome)
    else:
        ns, ew = (offered[award % len(offered)] for award in decision)
        entry.kind, entry.given = Entry.Kind.AWARDS, {"ns": ns, "ew": ew}
    assert entry.kind in DECISION_KINDS
    entry.save()
    set_derived_columns(play, play.entries.all(), play.board.session.stage.event.game)
    play.revision = entry.revision
    play.save()


def results_by_board(session: Session) -> ResultsByBoard:
    """Return the event as results for plain scoring."""
    boards: dict[int, list[Result]] = {}
    for play in Play.objects.select_related("board", "entry").prefetch_related(
        "seating__places__contestant"
    ):
        seated: dict[str, tuple[str, ...]] = {"ns": (), "ew": ()}
        for seat_holder in play.seating.places.all():
            line = "ns" if seat_holder.seat in "NS" else "ew"
            seated[line] = (seat_holder.contestant.name,)
        line_points = parse_line_points(play.line_points)
        x = (
            {}
            if line_points is None
            else dict(zip(("ns", "ew"), map(parse_x, line_points.xs), strict=True))
        )
        decision = (
            {line: parse_adjusted_award(text) for line, text in play.entry.given.items()}
            if play.entry
            else {}
        )
        boards.setdefault(play.board.number, []).append(Result(seated, x, adjusted=decision))
    return boards


def totals(session: Session) -> Mapping[str, object]:
    standings = StandingsCalculator(session.stage).full_standings()
    return {
        row.contestant: (row.total, row.boards, row.rank)
        for ranking in standings.rankings
        for row in ranking.rows
    }


def expected_totals(session: Session, method: str) -> Mapping[str, object]:
    scored = score_event(results_by_board(session), ("ns", "ew"), get_method(method))
    return {
        row.contestant: (row.total, row.boards, row.rank)
        for ranking in scored.standings
        for row in ranking.rows
    }


def random_event(seed: str) -> list[list[object]]:
    """Return three boards at four tables, each with nothing, points, or two awards."""
    rng = random.Random(seed)
    return [[rng.choice(_random_result(rng)) for _table in range(4)] for _board in range(3)]


def _random_result(rng: random.Random) -> list[object]:
    award_indices = rng.randrange(9), rng.randrange(9)
    return [None, rng.randint(0, 72), rng.randint(0, 72), award_indices]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("method", [*AVERAGING, "total", "wins"])
def test_standings_equal_scoring_the_whole_event(method: str, seed: int) -> None:
    _assert_totals_as_expected(method, random_event(f"{method} {seed}"))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("method", [*AVERAGING, "total", "wins"])
def test_standings_of_many_methods_equal_scoring_the_whole_event(method: str, seed: int) -> None:
    _assert_totals_as_expected(method, random_event(f"{method} of many {seed}"))


def _assert_totals_as_expected(method: str, event: list[list[object]]) -> None:
    session = create_field(4, round_count=3, boards_per_round=1)
    Event.objects.update(method_key=method, method_options={})
    session = Session.objects.select_related("stage__event").get(pk=session.pk)
    percent = ("60%", "100%") if method in ("min_max", "matchpoints") else ()
    enter_all(event, AWARDS_OF_EVERY_METHOD + percent + (AVERAGES if method in AVERAGING else ()))
    scoring_pipeline.update_scales(session.stage)
    assert totals(session) == expected_totals(session, method)
    assert scoring_pipeline.recount(session.stage.event) == []


def test_adjusted_award_changes_no_other_contestant() -> None:
    session = create_field(4, round_count=3, boards_per_round=1)
    session = Session.objects.select_related("stage__event").get(pk=session.pk)
    enter_all([[10, 20, 30, None], [1, 2, 3, 4], [5, 6, 7, 8]], AVERAGES)
    scoring_pipeline.update_scales(session.stage)
    totals_before = totals(session)
    ruled = Play.objects.select_related("board__session__stage__event").get(
        board__number=1, seating__table__number=4
    )
    names = {seat_holder.contestant.name for seat_holder in ruled.seating.places.all()}
    enter_play(ruled, (1, 2), AVERAGES)
    scoring_pipeline.update_scales(session.stage)
    totals_after = totals(session)
    assert {name: row[0] for name, row in totals_after.items() if name not in names} == {
        name: row[0] for name, row in totals_before.items() if name not in names
    }
    gained = {name: totals_after[name][0] - totals_before[name][0] for name in names}
    assert all(Fraction(1) <= award <= Fraction(2) for award in gained.values())
