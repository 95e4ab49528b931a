"""Standings of random events with carry-over follow the rules, written out plainly here."""

import random
from fractions import Fraction

import pytest

from tests.scenes import evening
from tests.scenes.latest_standings import latest_standings
from tests.scenes.scripted_entries import (
    CarryOver,
    ScriptedEntry,
    ScriptedPenalty,
    expected_standings_of_plays,
    give_scripted_penalty,
    perform,
    random_entries,
    random_penalties,
)
from tournaments import scoring_pipeline
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Entry, Event, Play, Round, SeatHolder, Session, Snapshot, Stage
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.scoring_pipeline.rank_history import rank_histories
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
SEEDS = range(1, 20)
PARTS = ("0", "1", "1/2", "1/3", "7/10")
TURNED = {"rotation": "round_robin"}
Rows = list[tuple[object, ...]]


class ReportedActs:
    """All entries and penalties of an event, stage by stage."""

    def __init__(self) -> None:
        self.acts: list[ScriptedEntry] = []
        self.taken: dict[int, list[ScriptedPenalty]] = {}

    def by_the_rules(self, stage: Stage) -> dict[int, Rows]:
        """Return the standings of each final of a stage by the rules; 0 is the whole field."""
        return {key: [row[:4] for row in self._rows(stage, key)] for key in fields_of(stage)}

    def _rows(self, stage: Stage, field: int) -> Rows:
        plays = Play.objects.filter(board__session__stage=stage)
        if field:
            plays = plays.filter(seating__round__section__number=field)
        seated_ids = set(
            SeatHolder.objects.filter(seating__plays__in=plays).values_list("contestant", flat=True)
        )
        taken = [
            penalty
            for penalty in self.taken.get(stage.number, ())
            if penalty.contestant.pk in seated_ids
        ]
        return expected_standings_of_plays(plays, self.acts, taken, self.brought(stage))

    def brought(self, stage: Stage) -> CarryOver:
        part = Fraction(stage.carry_over_text)
        if not part:
            return {}
        previous_stage = stage.event.stages.get(number=stage.number - 1)
        earlier = self.brought(previous_stage)
        rows = [
            row for field in fields_of(previous_stage) for row in self._rows(previous_stage, field)
        ]
        return {
            str(name): (
                part * Fraction(str(total)),
                part * (Fraction(str(boards)) + earlier.get(str(name), (0, Fraction(0)))[1]),
            )
            for _rank, name, total, boards in rows
        }


def fields_of(stage: Stage) -> list[int]:
    numbers = stage.sessions.values_list("sections__number", flat=True).order_by("sections__number")
    return sorted(set(numbers)) if stage.ranks_sections_separately else [0]


def shown_standings(stage: Stage) -> dict[int, Rows]:
    """Return the rows of the public standings, by section."""
    catch_up()
    return {
        ranking.section: [
            (row.rank, row.contestant, str(row.total), row.boards) for row in ranking.rows
        ]
        for ranking in latest_standings(stage).rankings
    }


def played(session: Session, director: Actor, reported: ReportedActs, rng: random.Random) -> None:
    """Play a whole session, section after section."""
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    for round_ in Round.objects.filter(section__session=session).order_by(
        "section__number", "number"
    ):
        todo = random_entries(list(Play.objects.filter(seating__round=round_).order_by("pk")), rng)
        rng.shuffle(todo)
        for act in todo:
            perform(act, director)
        reported.acts += todo
        end_round(round_.pk, director)
    finish_session(session.pk, director)
    stage = session.stage
    contestants = stage.event.contestants.filter(places__seating__round__section__session=session)
    taken = random_penalties(contestants.distinct().order_by("pk"), rng)
    reported.taken[stage.number] = taken
    for number, penalty in enumerate(taken):
        key = f"{stage.number}-{penalty.key}"
        taken[number] = ScriptedPenalty(penalty.contestant, penalty.amount, key)
        give_scripted_penalty(taken[number], stage, director)
    catch_up()


def corrected(stage: Stage, director: Actor, reported: ReportedActs, rng: random.Random) -> None:
    """Correct a result of a finished stage."""
    undecided = Play.objects.filter(board__session__stage=stage, state=Play.State.CONFIRMED)
    play = rng.choice(list(undecided.order_by("pk")))
    fields = evening.outcome(rng) | {"renunci": ""}
    parameters = {"reason": "heard both", "actor": director, "key": f"late {play.pk}"}
    decide_play(play.pk, Entry.Kind.CORRECTION, fields, replaces=play.revision, **parameters)
    reported.acts.append(ScriptedEntry(play.pk, "correction", "", fields, f"late {play.pk}"))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_standings_with_carry_over_follow_the_rules(seed: int) -> None:
    rng, reported = random.Random(seed), ReportedActs()
    session, director = evening.created(
        rng.randint(14, 18),
        movement="barometer",
        round_count=3,
        boards_per_round=2,
        movement_options=TURNED,
    )
    first, event = session.stage, session.stage.event
    played(session, director, reported, rng)
    best = FinalPlan("barometer", PlaceRange(1, rng.randint(6, 8)), "A", TURNED, 3)
    second_final = FinalPlan("barometer", None, "B", TURNED, 2)
    session = create_next_stage(
        event, NextStagePlan((best, second_final), carry_over=Fraction(rng.choice(PARTS))), director
    )
    second = session.stage
    played(session, director, reported, rng)
    for stage in (first, second):
        assert shown_standings(stage) == reported.by_the_rules(stage), stage
    places = PlaceRange(1, 3, each=True)
    plan = NextStagePlan(
        (FinalPlan("barometer", places, "", TURNED, 3),), carry_over=Fraction(rng.choice(PARTS))
    )
    session = create_next_stage(event, plan, director)
    played(session, director, reported, rng)
    corrected(first, director, reported, rng)
    for stage in (first, second, session.stage):
        assert shown_standings(stage) == reported.by_the_rules(stage), stage
    assert scoring_pipeline.recount(event) == []
    assert not scoring_pipeline.pending_stages()
    scoring_pipeline.rebuild_derived(event)
    assert shown_standings(session.stage) == reported.by_the_rules(session.stage)


@pytest.mark.thorough
def test_rank_history_starts_with_carry_over() -> None:
    rng, reported = random.Random(7), ReportedActs()
    session, director = evening.created(
        12, movement="barometer", round_count=3, boards_per_round=2, movement_options=TURNED
    )
    played(session, director, reported, rng)
    final = FinalPlan("barometer", PlaceRange(1, 6), "", TURNED, 3)
    session = create_next_stage(
        session.stage.event, NextStagePlan((final,), carry_over=Fraction(1)), director
    )
    played(session, director, reported, rng)
    snapshot = Snapshot.objects.filter(
        stage=session.stage, audience=Snapshot.Audience.PUBLIC
    ).latest()
    (course,) = rank_histories(Stage.objects.get(pk=session.stage_id), snapshot)
    ((_field, rows),) = reported.by_the_rules(session.stage).items()
    assert [(row.ranks[-1], row.names) for row in course.rows] == [row[:2] for row in rows]


def test_standings_two_stages_later_are_outdated_not_different() -> None:
    event, director = three_stages()
    first = event.stages.get(number=1)
    give_scripted_penalty(
        ScriptedPenalty(event.contestants.get(number=1), "0.5", "late"), first, director
    )
    assert scoring_pipeline.recount(event) == []
    catch_up()
    assert scoring_pipeline.recount(event) == []


def three_stages() -> tuple[Event, Actor]:
    """Create three stages of one round for six pairs, with a full carry-over."""
    session, director = evening.created(
        6, movement="barometer", round_count=1, boards_per_round=1, movement_options=TURNED
    )
    event, rng = session.stage.event, random.Random(7)
    final = FinalPlan("barometer", None, "", TURNED, 1)
    played(session, director, ReportedActs(), rng)
    for _stage in range(2):
        session = create_next_stage(
            event, NextStagePlan((final,), carry_over=Fraction(1)), director
        )
        played(session, director, ReportedActs(), rng)
    return event, director
