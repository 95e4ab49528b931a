"""Standings of random events with sections, venues and sessions follow the plain rules."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import QuerySet

from tests.scenes.random_sections import create_divided_session, play_to_the_end
from tests.scenes.scripted_entries import (
    ScriptedEntry,
    ScriptedPenalty,
    expected_standings_of_plays,
    give_scripted_penalty,
    late_decisions,
    perform,
    random_penalties,
)
from tournaments import scoring_pipeline
from tournaments.access.shown_standings import visible_snapshot
from tournaments.actions.contestants.attendance import mark_absent
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.next_session import create_next_session
from tournaments.models import Event, Play, SeatHolder, Snapshot, Stage
from tournaments.permissions.actor import Actor
from tournaments.queries.standings.latest import last_snapshot, shown_standings
from tournaments.queries.standings.partial_rankings import parts_to_show, standings_of_part
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
SEEDS = range(1, 20)

Row = tuple[object, ...]


def desk_standings(stage: Stage) -> dict[int, list[Row]]:
    """Return the rows of the desk's standings by section; 0 is the whole field."""
    rankings = StoredStandings.from_json(_at_the_desk(stage).standings).rankings
    assert {ranking.line for ranking in rankings} == {"all"}
    return {
        ranking.section: [
            (row.rank, row.contestant, str(row.total), row.boards) for row in ranking.rows
        ]
        for ranking in rankings
    }


def by_the_rules(
    stage: Stage, acts: list[ScriptedEntry], taken: list[ScriptedPenalty]
) -> dict[int, list[Row]]:
    plays = Play.objects.filter(board__session__stage=stage)
    if not stage.ranks_sections_separately:
        return {0: expected_standings_of_plays(plays, acts, taken)}
    numbers = set(plays.values_list("seating__round__section__number", flat=True))
    standings_by_part = {}
    for number in numbers:
        within = plays.filter(seating__round__section__number=number)
        seated_ids = set(
            SeatHolder.objects.filter(seating__plays__in=within).values_list(
                "contestant", flat=True
            )
        )
        standings_by_part[number] = expected_standings_of_plays(
            within, acts, [penalty for penalty in taken if penalty.contestant.pk in seated_ids]
        )
    return standings_by_part


def parts_by_the_rules(stage: Stage, rows: list[Row]) -> dict[str, list[Row]]:
    """Return the expected rows and ranks of each section and venue."""
    seat_holders = SeatHolder.objects.filter(seating__round__section__session__stage=stage)
    at = (
        "contestant__name",
        "seating__round__section__name",
        "seating__round__section__venue__name",
    )
    last = {
        name: (section, venue) for name, section, venue in _in_order(seat_holders).values_list(*at)
    }
    parts: dict[str, set[str]] = {}
    for section, venue in set(last.values()):
        for called in filter(None, (section, venue)):
            parts.setdefault(called, set()).add(section)
    section_names = [
        called for called, sections in parts.items() if called in sections or len(sections) > 1
    ]
    return {
        called: _reranked_rows(
            rows, {contestant for contestant in last if called in last[contestant]}
        )
        for called in section_names
    }


def _in_order(places: QuerySet[SeatHolder]) -> QuerySet[SeatHolder]:
    return places.order_by("seating__round__section__session__number")


def _reranked_rows(rows: list[Row], names: set[str]) -> list[Row]:
    section_rows = [row for row in rows if row[1] in names]
    ranks = [rank for rank, *_rest in section_rows if rank is not None]
    return [
        (rank and 1 + sum(other < rank for other in ranks), *others)
        for rank, *others in section_rows
    ]


def shown_by_part(stage: Stage) -> dict[str, list[Row]]:
    """Return the shown rows of each part of a field, by name where ranks are shared."""
    standings, standings_by_part = shown_standings(stage, _at_the_desk(stage)), {}
    for called in parts_to_show(stage):
        (ranking,) = standings_of_part(stage, standings, called).rankings
        standings_by_part[called] = [
            (row.rank, row.names, str(row.total), row.boards) for row in ranking.rows
        ]
    return standings_by_part


def _at_the_desk(stage: Stage) -> Snapshot:
    snapshot = last_snapshot(stage, Snapshot.Audience.DESK)
    assert snapshot
    return snapshot


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_standings_of_sections_and_sessions_follow_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    session, directors = create_divided_session(rng)
    event, director = session.stage.event, directors[""]
    is_embargoed = _held_back(event, director) if rng.random() < 0.3 else False
    acts = play_to_the_end(session, directors, rng)
    for _evening in range(rng.choice([1, 2])):
        session = create_next_session(event, director)
        for contestant in event.contestants.filter(withdrawn_at=None).order_by("pk"):
            if rng.random() < 0.1:
                mark_absent(event, contestant.pk, director)
        acts += play_to_the_end(session, directors, rng)
    for act in (late := late_decisions(acts, rng)):
        perform(act, director)
    taken = random_penalties(event.contestants.exclude(places=None).distinct().order_by("pk"), rng)
    for penalty in taken:
        give_scripted_penalty(penalty, session.stage, director)
    catch_up()
    stage = Stage.objects.select_related("event").get(pk=session.stage_id)
    assert desk_standings(stage) == (expected := by_the_rules(stage, acts + late, taken))
    if not stage.ranks_sections_separately:
        assert shown_by_part(stage) == parts_by_the_rules(stage, expected[0])
    assert (visible_snapshot(stage) is None) == is_embargoed
    assert scoring_pipeline.recount(event) == []


def _held_back(event: Event, director: Actor) -> bool:
    edit_event(event.pk, {"standings_from": datetime.now(UTC) + timedelta(hours=1)}, director)
    return True
