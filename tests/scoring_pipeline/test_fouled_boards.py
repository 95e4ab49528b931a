"""Fouled boards: groups are compared separately, with the top of the whole field."""

import json
import random
from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from django.db import transaction

from tests.scenes.evening import enter
from tests.scenes.field import create_field
from tests.scenes.latest_standings import latest_standings
from tournaments import scoring_pipeline
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Board, Entry, Event, Play, ResultScale, SeatHolder, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.standings.scales import read_awards
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
GOLDEN = json.loads(Path("tests/golden/rulings_at_bridge.json").read_text())
TABLE_COUNT = GOLDEN["fouled"]["due"]
SMALL_GROUP = [(table, "ns") for table in (1, 2, 3)]

Awards = Mapping[tuple[int, str], Fraction | None]


def played_session(method: str, points: Mapping[int, int] | None = None, **options: str) -> Session:
    """Play two boards at seven tables with the given points of N-S by table."""
    session = create_field(TABLE_COUNT, round_count=2, boards_per_round=1)
    Event.objects.update(method_key=method, method_options=options)
    for play in Play.objects.select_related("seating__table"):
        table = play.seating.table.number
        enter(play, outcome_with((points or {}).get(table, 40 + 2 * table)))
    catch_up()
    return Session.objects.select_related("stage__event").get(pk=session.pk)


def outcome_with(points: int) -> dict[str, object]:
    return {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": str(points)}


def foul(session: Session, groups: Mapping[int, Collection[int]], number: int = 1) -> None:
    """Separate the tables of a board into groups with the same cards."""
    board = Board.objects.filter(session=session, number=number)
    with transaction.atomic():
        for group, tables in groups.items():
            Play.objects.filter(board__in=board, seating__table__number__in=tables).update(
                group=group
            )
        scoring_pipeline.discard_scales(board)
    catch_up()


def awards(session: Session, number: int = 1) -> Awards:
    plays = Play.objects.filter(board__session=session, board__number=number).select_related(
        "seating__table"
    )
    awards_by_play, tables = (
        read_awards(session.stage.event, plays),
        {play.pk: play.seating.table.number for play in plays},
    )
    return {
        (tables[pk], line): award.award
        for pk, lines in awards_by_play.items()
        for line, award in lines.items()
    }


def test_fouled_board_matches_published_example() -> None:
    session = played_session("matchpoints")
    awards_of_board_2 = awards(session, number=2)
    foul(session, {2: (1, 2, 3)})
    awards_by_table, top = awards(session), 2 * (TABLE_COUNT - 1)
    for group, tables in zip(GOLDEN["fouled"]["groups"], ((1, 2, 3), (4, 5, 6, 7)), strict=True):
        assert group["results"] == len(tables)
        for best in ((max(tables), "ns"), (min(tables), "ew")):
            assert (
                round(float(100 * (awards_by_table[best] or 0) / top), 1)
                == group["best_in_percent_of_the_top"]
            )
    assert awards(session, number=2) == awards_of_board_2
    assert scoring_pipeline.recount(session.stage.event) == []
    for row in latest_standings(session.stage).rows:
        assert row.percent == 100 * row.total / (2 * top)


@pytest.mark.parametrize(
    ("rule", "percents"), [("65/55", [55, 60, 65]), ("70/60/50", [50, 60, 70])]
)
def test_small_group_gets_fixed_percentages(rule: str, percents: list[int]) -> None:
    session = played_session("matchpoints", small_groups=rule)
    foul(session, {2: (1, 2, 3)})
    assert [awards(session)[key] for key in SMALL_GROUP] == [
        Fraction(12 * x, 100) for x in percents
    ]
    Event.objects.update(method_key="min_max")
    session = Session.objects.get(pk=session.pk)
    assert [awards(session)[key] for key in SMALL_GROUP] == [1 + Fraction(x, 100) for x in percents]


def test_min_and_max_of_a_fouled_board_are_per_group() -> None:
    session = played_session("min_max")
    foul(session, {2: (1, 2, 3)})
    awards_by_table = awards(session)
    assert [awards_by_table[key] for key in SMALL_GROUP] == [1, Fraction(3, 2), 2]
    assert (awards_by_table[4, "ns"], awards_by_table[7, "ns"], awards_by_table[4, "ew"]) == (
        1,
        2,
        2,
    )
    scales = ResultScale.objects.filter(board__number=1, line="ns").order_by("group")
    assert [(scale.group, scale.expected, scale.low_text) for scale in scales] == [
        (1, 4, "12"),
        (2, 3, "6"),
    ]


def test_result_rescores_its_group_and_void_play_all_groups() -> None:
    session = played_session("matchpoints")
    foul(session, {2: (1, 2, 3)})
    awards_before = awards(session)
    decide(session, 4, Entry.Kind.CORRECTION, outcome_with(70))
    moved = {key for key, award in awards(session).items() if award != awards_before[key]}
    assert moved == {(table, line) for table in (4, 5, 6, 7) for line in ("ns", "ew")}
    decide(session, 7, Entry.Kind.VOID, {})
    # Any three different results have the same three awards.
    best_award = neuberg_award([50, 48, 46], 50, TABLE_COUNT - 1)
    assert awards(session)[3, "ns"] == best_award != awards_before[3, "ns"]
    assert scoring_pipeline.recount(session.stage.event) == []


def decide(
    session: Session, table_number: int, kind: Entry.Kind, outcome: dict[str, object]
) -> None:
    play = Play.objects.get(
        board__session=session, board__number=1, seating__table__number=table_number
    )
    key = f"decided-{table_number}"
    decide_play(
        play.pk, kind, outcome, replaces=play.revision, reason="fouled", actor=SYSTEM, key=key
    )
    catch_up()


def test_merging_groups_restores_the_awards() -> None:
    session = played_session("matchpoints")
    awards_and_standings_before = awards(session), latest_standings(session.stage)
    foul(session, {2: (1, 2, 3)})
    assert (awards(session), latest_standings(session.stage)) != awards_and_standings_before
    foul(session, {1: (1, 2, 3)})
    assert (awards(session), latest_standings(session.stage)) == awards_and_standings_before
    assert scoring_pipeline.recount(session.stage.event) == []
    assert set(ResultScale.objects.values_list("group", flat=True)) == {1}


def neuberg_award(xs: list[int], x: int, due: int) -> Fraction:
    """Return the award of the Neuberg formula for one result of a group."""
    # `xs` contains `x` itself, which counts as a tie.
    points = sum(2 * (x > other) + (x == other) for other in xs)
    return Fraction(due * points, len(xs)) - 1


@pytest.mark.parametrize("seed", range(3))
def test_groups_follow_the_neuberg_formula(seed: int) -> None:
    rng = random.Random(seed)
    points = {table: rng.randrange(37, 60) for table in range(1, TABLE_COUNT + 1)}
    session = played_session("matchpoints", points)
    group_of = {table: rng.randint(1, 3) for table in points}
    groups = {group: [table for table in points if group_of[table] == group] for group in (1, 2, 3)}
    foul(session, groups)
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for play in Play.objects.select_related("seating__table", "board"):
        table = play.seating.table.number
        tables_of_group = groups[group_of[table]] if play.board.number == 1 else list(points)
        for line, sign in (("ns", 1), ("ew", -1)):
            xs = [sign * points[other_table] for other_table in tables_of_group]
            award = neuberg_award(xs, sign * points[table], TABLE_COUNT)
            assert awards(session, play.board.number)[table, line] == award
            seats = SeatHolder.objects.filter(
                seating=play.seating_id, seat__in=session.stage.event.game.lines[line]
            )
            totals[seats.values_list("contestant__number", flat=True)[0]] += award
    assert {row.number: row.total for row in latest_standings(session.stage).rows} == totals
    assert scoring_pipeline.recount(session.stage.event) == []
