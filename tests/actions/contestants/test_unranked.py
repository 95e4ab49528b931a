"""Unranked contestants keep their totals, and lower ranks move up."""

import pytest
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import play_out, started
from tests.scenes.latest_standings import latest_standings
from tournaments.actions.contestants.unranked import mark_ranked, mark_unranked
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.stage_rankings import lock_and_compute_rankings
from tournaments.actions.history.undo import undo_step
from tournaments.models import AuditAction, AuditEntry, Event, Stage, UndoStep
from tournaments.movements.drawing.finals_selection import PlaceRange, select_qualifiers
from tournaments.permissions.actor import Actor
from tournaments.queries.events.event_file import event_file
from tournaments.queries.standings.snapshot_format import StoredRow
from tournaments.scoring_pipeline.ranking_keys import ranked_by_bracket
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage_and_director() -> tuple[Stage, Actor]:
    session, director = started(8, movement="howell", round_count=2, boards_per_round=1)
    play_out(session, director)
    catch_up()
    return session.stage, director


def current_rows(stage: Stage) -> list[StoredRow]:
    """Compute the current standings, and return their rows."""
    catch_up()
    return list(latest_standings(stage).rows)


def contestant_id_of(stage: Stage, number: int) -> int:
    """Return the id of the contestant with a number."""
    return stage.event.contestants.get(number=number).pk


def test_ranks_close_up_and_totals_stay_the_same(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    rows_before = current_rows(stage)
    winner = rows_before[0].number
    mark_unranked(stage.event, contestant_id_of(stage, winner), " house  pair ", director)
    rows_after = current_rows(stage)
    assert [(row.number, row.unranked_reason) for row in rows_after][-1] == (winner, "house pair")
    assert [row.number for row in rows_after] == [
        row.number for row in (*rows_before[1:], rows_before[0])
    ]
    assert {row.number: row.total for row in rows_after} == {
        row.number: row.total for row in rows_before
    }
    assert rows_after[0].rank == 1
    assert rows_after[-1].rank is None
    other_ranks_before = [row.rank or 0 for row in rows_before if row.number != winner]
    # Everybody moves up by one place, except contestants who shared the first place.
    assert [row.rank for row in rows_after[:-1]] == [
        max(1, rank - 1) for rank in other_ranks_before
    ]


def test_several_contestants_can_be_unranked(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    totals = {row.number: (row.total, row.mean, row.boards) for row in current_rows(stage)}
    for number in (3, 6, 1):
        mark_unranked(stage.event, contestant_id_of(stage, number), "guest", director)
        rows_after = current_rows(stage)
        assert {row.number: (row.total, row.mean, row.boards) for row in rows_after} == totals
        ranked = [row for row in rows_after if not row.unranked_reason]
        assert ranked[0].rank == 1
        assert all(
            row.rank == 1 + sum(other_row.total > row.total for other_row in ranked)
            for row in ranked
        )


def test_unranking_can_be_undone_and_redone(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    rows_before, contestant_id = current_rows(stage), contestant_id_of(stage, 2)
    mark_unranked(stage.event, contestant_id, "guest", director)
    rows_after = current_rows(stage)
    answer = undo_step(UndoStep.objects.latest("pk").pk, director)
    assert current_rows(stage) == rows_before
    undo_step(answer["act"], director)
    assert current_rows(stage) == rows_after
    mark_ranked(stage.event, contestant_id, director)
    assert current_rows(stage) == rows_before


def test_repeated_unranking_stores_one_step_and_one_audit_entry_without_name(
    stage_and_director: tuple[Stage, Actor],
) -> None:
    stage, director = stage_and_director
    for _attempt in range(2):
        mark_unranked(stage.event, contestant_id_of(stage, 2), "guest", director)
    assert UndoStep.objects.filter(kind=AuditAction.MARK_UNRANKED).count() == 1
    audit_entry = AuditEntry.objects.get(verb=AuditAction.MARK_UNRANKED)
    assert audit_entry.data == {"contestant": contestant_id_of(stage, 2), "reason": "guest"}


def test_unranked_contestant_does_not_qualify_by_rank(
    stage_and_director: tuple[Stage, Actor],
) -> None:
    stage, director = stage_and_director
    order = [row.number for row in current_rows(stage)]
    mark_unranked(stage.event, contestant_id_of(stage, order[0]), "guest", director)
    best_four, the_rest = select_qualifiers(
        lock_and_compute_rankings(stage), [PlaceRange(1, 4), None]
    )
    assert {qualifier.contestant for qualifier in best_four} == set(order[1:5])
    assert order[0] in {qualifier.contestant for qualifier in the_rest}


@pytest.mark.parametrize(
    ("reason", "code"), [("  ", "reason_missing"), ("x" * 61, "reason_too_long")]
)
def test_unranking_needs_a_valid_reason(
    stage_and_director: tuple[Stage, Actor], reason: str, code: str
) -> None:
    stage, director = stage_and_director
    with pytest.raises(ValidationFailed) as refused:
        mark_unranked(stage.event, contestant_id_of(stage, 2), reason, director)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_rank_cannot_change_once_published(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    contestant_id = contestant_id_of(stage, 2)
    mark_unranked(stage.event, contestant_id, "guest", director)
    step = UndoStep.objects.latest("pk")
    Event.objects.filter(pk=stage.event_id).update(published_at=timezone.now())
    for action in (
        lambda: mark_ranked(stage.event, contestant_id, director),
        lambda: mark_unranked(stage.event, contestant_id, "house pair", director),
        lambda: undo_step(step.pk, director),
    ):
        with pytest.raises(ValidationFailed) as refused:
            action()
        assert [problem.code for problem in refused.value.problems] == ["published"]


def test_event_file_keeps_the_reason(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    mark_unranked(stage.event, contestant_id_of(stage, 2), "from the other club", director)
    file = event_file(stage.event)
    imported = import_event(file | {"event": file["event"] | {"slug": "again"}}, director)
    assert event_file(imported)["contestants"] == file["contestants"]
    assert imported.contestants.get(number=2).unranked_reason == "from the other club"
    assert current_rows(imported.stages.get())[-1].unranked_reason == "from the other club"


def test_ranks_of_a_bracket_close_up(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    mark_unranked(stage.event, contestant_id_of(stage, 2), "guest", director)
    ranked = ranked_by_bracket(current_rows(stage), {1: 1, 2: 2, 3: 3, 4: 3, 5: 5})
    assert {row.number: row.rank for row in ranked if row.number < 6} == {
        1: 1,
        2: None,
        3: 2,
        4: 2,
        5: 4,
    }
