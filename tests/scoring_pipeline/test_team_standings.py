"""Standings of teams equal those computed from the entries in plain code."""

import io
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import call_command

from games.game import MIN_TEAM_SIZE
from scoring.catalogue import get_method
from tests.scenes import reference_scoring
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import enter, outcome, play_round
from tests.scenes.event_files import empty_database
from tests.scenes.latest_standings import latest_standings
from tests.scenes.scripted_entries import (
    give_scripted_penalty,
    perform,
    random_entries,
    random_penalties,
)
from tests.scenes.teams import started_teams
from tournaments import scoring_pipeline
from tournaments.access.shown_standings import visible_snapshot
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.edit import edit_event
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Entry, Event, Play, Session, SitOut, Snapshot, Stage
from tournaments.permissions.actor import Actor
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.standings.latest import last_snapshot
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.scoring_pipeline.rank_history import rank_histories
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

SEEDS = [*range(4), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(4, 40))]
METHODS = ("victory_points", "board_a_match", "aggregate")


def played_event(seed: int) -> tuple[Session, Actor, random.Random]:
    """Play rounds of teams with entries, corrections, rulings, voids and missing boards."""
    rng = random.Random(f"teams {seed}")
    plan = EventPlan(
        "Equips",
        players_each=MIN_TEAM_SIZE,
        method_key=METHODS[seed % 3],
        tiebreaks=tuple(
            rng.sample(["head_to_head", "sum_x", "points", "opponents"], rng.randint(0, 4))
        ),
        movement_key=rng.choice(["round_robin", "swiss"]),
        halves=rng.choice([1, 2]),
    )
    number = rng.randint(4, 6)
    full = number - 1 + number % 2
    session, director = started_teams(
        number,
        plan,
        round_count=full if plan.movement_key == "round_robin" else 2,
        boards_per_half=2,
    )
    for _round in range(rng.randint(1, 2 * plan.halves)):
        _play(session, director, rng)
    for taken in random_penalties(session.stage.event.contestants.order_by("pk"), rng):
        give_scripted_penalty(taken, session.stage, director)
    catch_up()
    return Session.objects.get(pk=session.pk), director, rng


def _play(session: Session, director: Actor, rng: random.Random) -> None:
    """Play a round; void its missing and conflicting boards if the next one has to be drawn."""
    round_ = playing_round(session)
    if round_ is None:
        round_ = draw_round(session.pk, director)
        begin_round(round_.pk, director)
    plays = list(
        Play.objects.filter(seating__round=round_).exclude(state=Play.State.VOID).order_by("pk")
    )
    for act in random_entries(plays, rng):
        perform(act, director)
    if rng.random() < 0.3:
        present = session.stage.event.contestants.filter(withdrawn_at=None)
        withdraw_during_session(
            session.stage.event, rng.choice(present.order_by("pk")).pk, director
        )
    end_round(round_.pk, director)
    if session.stage.is_drawn:
        _settle(session, director)


def _settle(session: Session, director: Actor) -> None:
    open_ = (Play.State.DUE, Play.State.CONFLICT)
    for play in Play.objects.filter(
        state__in=open_, seating__round__ended_at__isnull=False
    ).order_by("pk"):
        parameters = {"reason": "not played", "actor": director, "key": f"settled {play.pk}"}
        decide_play(play.pk, Entry.Kind.VOID, {}, replaces=play.revision, **parameters)


def active_entries_of(play: Play) -> list[tuple[str, str, dict]]:
    """Return kind, side and outcome of each entry of a play."""
    return [(entry.kind, entry.side, entry.outcome) for entry in play.entries.order_by("revision")]


def tables_of(stage: Stage) -> Iterator[tuple[tuple[int, int], int, str, str, Play]]:
    """Yield each play with the place of its match, its table and its two teams."""
    plays = Play.objects.filter(board__session__stage=stage).select_related(
        "seating__round", "seating__table", "board__session__stage__event"
    )
    for play in plays.order_by("board__number", "seating__table__number"):
        at = {
            seat_holder.seat: seat_holder.contestant.name
            for seat_holder in play.seating.places.select_related("contestant")
        }
        table = play.seating.table.number
        turn = (play.seating.round.number - 1) // stage.halves
        yield (turn, (table + 1) // 2), table, at["N"], at["E"], play


def expected_totals(stage: Stage) -> Mapping[str, Fraction | None]:
    """Return the total of every team from the entries; None without any award."""
    matches: dict[tuple[int, int], dict[int, dict[int, object]]] = defaultdict(
        lambda: defaultdict(dict)
    )
    teams: dict[tuple[int, int], tuple[str, str]] = {}
    for match, table, ns, ew, play in tables_of(stage):
        if table % 2:
            teams[match] = ns, ew
        counted = reference_scoring.counting_outcome(active_entries_of(play))
        void = (
            play.entries.filter(kind__in=["correction", "ruling", "void"])
            .order_by("revision")
            .last()
        )
        xs = (
            reference_scoring.botifarra_x(counted[0], play.board.conditions.dealer)
            if counted
            else None
        )
        matches[match][play.board.number][table % 2] = (
            "void" if void and void.kind == "void" else xs
        )
    totals: dict[str, list[Fraction]] = {
        contestant.name: [] for contestant in stage.event.contestants.all()
    }
    rested = _resting_names(stage)
    for match, boards in matches.items():
        for team, award in zip(teams[match], _match_awards(stage, boards.values()), strict=True):
            if award is not None:
                totals[team].append(award)
                rested[match[0]].discard(team)
    for team in (team for resting in rested.values() for team in resting):
        totals[team] += filter(None, [_sit_out(stage)])
    taken: dict[str, Fraction] = defaultdict(Fraction)
    for penalty in stage.penalties.select_related("contestant"):
        taken[penalty.contestant.name] += penalty.amount
    return {
        team: sum(got, Fraction(0)) - taken[team] if got else None for team, got in totals.items()
    }


def _resting_names(stage: Stage) -> dict[int, set[str]]:
    rested: dict[int, set[str]] = defaultdict(set)
    for sit_out in SitOut.objects.exclude(round__started_at=None).select_related(
        "round", "contestant"
    ):
        rested[(sit_out.round.number - 1) // stage.halves].add(sit_out.contestant.name)
    return rested


def _sit_out(stage: Stage) -> Fraction | None:
    boards = stage.sessions.get().boards_per_round * stage.halves
    return {"victory_points": Fraction(12), "board_a_match": Fraction(boards, 2)}.get(
        stage.event.method_key
    )


def _match_awards(stage: Stage, boards: object) -> tuple[Fraction | None, Fraction | None]:
    """Return the awards of a match from the results at its odd (1) and even (0) table."""
    remaining = [board for board in boards if "void" not in board.values()]
    compared = [
        board[1]["ns"] + board[0]["ew"] - board[1]["ew"] - board[0]["ns"]
        for board in remaining
        if board[1] and board[0]
    ]
    if not compared:
        return None, None
    if stage.event.method_key == "aggregate":
        return Fraction(sum(compared)), Fraction(-sum(compared))
    if stage.event.method_key == "board_a_match":
        won = sum(Fraction((x > 0) - (x < 0) + 1, 2) for x in compared)
        return won, len(compared) - won
    return _victory_points(sum(compared), len(remaining))


def _victory_points(margin: int, board_count: int) -> tuple[Fraction, Fraction]:
    """Return victory points in floats: none of these values is near half a hundredth."""
    tau = (5**0.5 - 1) / 2
    share = min(1.0, abs(margin) / (2.5 * 39 * board_count**0.5))
    won = Fraction(round(100 * (10 + 10 * (1 - tau ** (3 * share)) / (1 - tau**3))), 100)
    return (won, 20 - won) if margin >= 0 else (20 - won, won)


def shown_to(stage: Stage, audience: Snapshot.Audience) -> StoredStandings:
    """Return the stored standings of an audience."""
    snapshot = last_snapshot(stage, audience)
    assert snapshot
    return StoredStandings.from_json(snapshot.standings)


@pytest.mark.daily(1)
@pytest.mark.parametrize("seed", SEEDS)
def test_team_standings_follow_from_the_entries(seed: int) -> None:
    session, _director, _rng = played_event(seed)
    stage = session.stage
    (ranking,) = scoring_pipeline.lock_and_compute_standings(stage).rankings
    totals = expected_totals(stage)
    assert {row.contestant: row.total for row in ranking.rows if row.rank} == {
        team: total for team, total in totals.items() if total is not None
    }
    placed = [row for row in ranking.rows if row.rank]
    assert [row.total for row in placed] == sorted((row.total for row in placed), reverse=True)
    assert ranking.line == "all"
    assert shown_to(stage, Snapshot.Audience.DESK).rankings == (ranking,)
    assert scoring_pipeline.recount(stage.event) == []
    results = [
        scoring_pipeline.lock_and_compute_standings(stage).to_json() for _attempt in range(2)
    ]
    assert results[0] == results[1]


@pytest.mark.daily(1)
@pytest.mark.parametrize("seed", SEEDS[:3])
def test_event_file_of_teams_survives_export_and_import(seed: int, tmp_path: Path) -> None:
    session, director, _rng = played_event(seed)
    finish_session(session.pk, director)
    catch_up()
    stage = session.stage
    stored, file = (
        scoring_pipeline.lock_and_compute_standings(stage),
        json.dumps(event_file(stage.event), sort_keys=True),
    )
    empty_database()
    (tmp_path / "event.json").write_text(file)
    call_command("import", str(tmp_path / "event.json"), stdout=io.StringIO())
    catch_up()
    event = Event.objects.get()
    assert json.dumps(event_file(event), sort_keys=True) == file
    assert scoring_pipeline.lock_and_compute_standings(event.stages.get()) == stored


def test_correction_changes_only_its_own_match() -> None:
    session, director, _rng = played_event(2)
    stage = session.stage
    totals_before = {
        row.contestant: row.total for row in scoring_pipeline.lock_and_compute_standings(stage).rows
    }
    play = Play.objects.filter(state=Play.State.CONFIRMED).earliest("pk")
    names = {seat_holder.contestant.name for seat_holder in play.seating.places.all()}
    fields = {**play.entry.outcome, "trump": "botifarra", "ns_points": "72", "renunci": ""}
    parameters = {"reason": "misread", "actor": director, "key": "corrected"}
    decide_play(play.pk, Entry.Kind.CORRECTION, fields, replaces=play.revision, **parameters)
    catch_up()
    totals_after = {
        row.contestant: row.total for row in scoring_pipeline.lock_and_compute_standings(stage).rows
    }
    assert {team for team in totals_after if totals_after[team] != totals_before[team]} == names
    assert sum(totals_after.values()) == sum(totals_before.values())


def test_public_standings_of_a_revealing_method_exclude_sealed_boards() -> None:
    plan = EventPlan("Equips", players_each=MIN_TEAM_SIZE, movement_key="round_robin")
    session, _director = started_teams(4, plan, round_count=3, boards_per_half=2)
    for play in Play.objects.filter(
        seating__round__number=1, board__number=1, seating__table__number__lt=3
    ):
        enter(play, outcome(random.Random(play.pk)))
    catch_up()
    desk, public = (
        [row.total for row in shown_to(session.stage, audience).rows]
        for audience in (Snapshot.Audience.DESK, Snapshot.Audience.PUBLIC)
    )
    assert (sum(desk), sum(public)) == (20, 0)


@pytest.mark.parametrize("halves", [1, 2])
def test_knock_out_ranks_teams_by_rounds_survived(halves: int) -> None:
    session, _director = _knocked_out(5, halves)
    rows = latest_standings(session.stage).rankings[0].rows
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5]
    final, third = (_teams_at(session, 3 * halves, table) for table in (1, 3))
    assert [{row.number for row in rows[:2]}, {row.number for row in rows[2:4]}] == [final, third]
    courses_now = rank_histories(
        session.stage, last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    )
    assert [history.rows[0].ranks[-1] for history in courses_now] == [1]


def _knocked_out(
    number: int, halves: int = 1, standings_from: datetime | None = None
) -> tuple[Session, Actor]:
    """Play a knock-out of five to eight teams to its end."""
    plan = EventPlan(
        "Equips",
        players_each=MIN_TEAM_SIZE,
        movement_key="knock_out",
        movement_options={"third": "yes"},
        halves=halves,
    )
    session, director = started_teams(number, plan, round_count=3, boards_per_half=3)
    edit_event(session.stage.event_id, {"standings_from": standings_from}, director)
    rng = random.Random(5)
    for turn in range(3):
        if turn:
            begin_round(draw_round(session.pk, director).pk, director)
        for _half in range(halves):
            play_round(session, director, rng)
    catch_up()
    return session, director


def test_rank_history_of_a_knock_out_ignores_later_rounds() -> None:
    session, _director = _knocked_out(8)
    histories = rank_histories(
        session.stage, last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    )
    after_first = [row.ranks[0] for row in histories[0].rows]
    assert sorted(after_first) == [1, 1, 1, 1, 5, 5, 5, 5]


def test_embargoed_knock_out_standings_with_byes_are_only_for_the_desk() -> None:
    session, _director = _knocked_out(5, standings_from=datetime.now(UTC) + timedelta(hours=1))
    desk = last_snapshot(session.stage, Snapshot.Audience.DESK)
    assert desk is not None
    stored = StoredStandings.from_json(desk.standings)
    assert [row.rank for row in stored.rankings[0].rows] == [1, 2, 3, 4, 5]
    session.stage.event.refresh_from_db()
    assert visible_snapshot(session.stage) is None


def _teams_at(session: Session, round_number: int, table_number: int) -> set[int]:
    rounds = session.sections.get().rounds
    seating = rounds.get(number=round_number).seatings.get(table__number=table_number)
    return set(seating.places.values_list("contestant__number", flat=True))


def test_vp_deviation_is_stored_with_the_event() -> None:
    session, _director, _rng = played_event(0)
    event = session.stage.event
    assert get_method(event.method_key, event.method_options).options["deviation"] == "39"
