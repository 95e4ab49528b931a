"""Who takes no place: listed with his total and the reason, while those below him close up."""

import pytest
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import play_out, started
from tests.scenes.latest_standings import latest_standings
from tournaments.actions.contestants.no_place import take_no_place, take_place
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
def evening() -> tuple[Stage, Actor]:
    session, director = started(8, movement="howell", rounds=2, boards_per_round=1)
    play_out(session, director)
    catch_up()
    return session.stage, director


def rows(stage: Stage) -> list[StoredRow]:
    """The standings as they are now."""
    catch_up()
    return list(latest_standings(stage).rows)


def pk_of(stage: Stage, number: int) -> int:
    """The row of a contestant."""
    return stage.event.contestants.get(number=number).pk


def test_ranks_close_up_and_nobody_s_total_moves(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    before = rows(stage)
    winner = before[0].number
    take_no_place(stage.event, pk_of(stage, winner), " house  pair ", director)
    after = rows(stage)
    assert [(row.number, row.unranked_reason) for row in after][-1] == (winner, "house pair")
    assert [row.number for row in after] == [row.number for row in (*before[1:], before[0])]
    assert {row.number: row.total for row in after} == {row.number: row.total for row in before}
    assert after[0].rank == 1
    assert after[-1].rank is None
    best = [row.rank for row in before if row.number != winner]
    assert [row.rank for row in after[:-1]] == [(rank or 0) - 1 or 1 for rank in best]


def test_any_of_them_may_take_none_and_the_totals_stay(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    totals = {row.number: (row.total, row.mean, row.boards) for row in rows(stage)}
    for number in (3, 6, 1):
        take_no_place(stage.event, pk_of(stage, number), "guest", director)
        now = rows(stage)
        assert {row.number: (row.total, row.mean, row.boards) for row in now} == totals
        placed = [row for row in now if not row.unranked_reason]
        assert placed[0].rank == 1
        assert all(row.rank == 1 + sum(each.total > row.total for each in placed) for row in placed)


def test_it_is_undone_and_done_again(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    before, one = rows(stage), pk_of(stage, 2)
    take_no_place(stage.event, one, "guest", director)
    after = rows(stage)
    undone = undo_step(UndoStep.objects.latest("pk").pk, director)
    assert rows(stage) == before
    undo_step(undone["act"], director)
    assert rows(stage) == after
    take_place(stage.event, one, director)
    assert rows(stage) == before


def test_said_again_it_is_no_act_and_the_audit_tells_no_name(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    for _twice in range(2):
        take_no_place(stage.event, pk_of(stage, 2), "guest", director)
    assert UndoStep.objects.filter(kind=AuditAction.TAKE_NO_PLACE).count() == 1
    line = AuditEntry.objects.get(verb=AuditAction.TAKE_NO_PLACE)
    assert line.data == {"contestant": pk_of(stage, 2), "reason": "guest"}


def test_who_takes_no_place_does_not_go_on_by_one(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    order = [row.number for row in rows(stage)]
    take_no_place(stage.event, pk_of(stage, order[0]), "guest", director)
    best, rest = select_qualifiers(lock_and_compute_rankings(stage), [PlaceRange(1, 4), None])
    assert {each.contestant for each in best} == set(order[1:5])
    assert order[0] in {each.contestant for each in rest}


@pytest.mark.parametrize(
    ("reason", "code"), [("  ", "reason_missing"), ("x" * 61, "reason_too_long")]
)
def test_a_reason_is_asked_for(evening: tuple[Stage, Actor], reason: str, code: str) -> None:
    stage, director = evening
    with pytest.raises(ValidationFailed) as refused:
        take_no_place(stage.event, pk_of(stage, 2), reason, director)
    assert [each.code for each in refused.value.problems] == [code]


def test_once_published_it_stays_and_is_not_undone(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    one = pk_of(stage, 2)
    take_no_place(stage.event, one, "guest", director)
    act = UndoStep.objects.latest("pk")
    Event.objects.filter(pk=stage.event_id).update(published_at=timezone.now())
    for change in (
        lambda: take_place(stage.event, one, director),
        lambda: take_no_place(stage.event, one, "house pair", director),
        lambda: undo_step(act.pk, director),
    ):
        with pytest.raises(ValidationFailed) as refused:
            change()
        assert [each.code for each in refused.value.problems] == ["published"]


def test_it_goes_into_the_event_file_and_comes_back(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    take_no_place(stage.event, pk_of(stage, 2), "from the other club", director)
    written = event_file(stage.event)
    again = import_event(written | {"event": written["event"] | {"slug": "again"}}, director)
    assert event_file(again)["contestants"] == written["contestants"]
    assert again.contestants.get(number=2).unranked_reason == "from the other club"
    assert rows(again.stages.get())[-1].unranked_reason == "from the other club"


def test_in_a_bracket_the_ranks_close_up_too(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    take_no_place(stage.event, pk_of(stage, 2), "guest", director)
    ranked = ranked_by_bracket(rows(stage), {1: 1, 2: 2, 3: 3, 4: 3, 5: 5})
    assert {row.number: row.rank for row in ranked if row.number < 6} == {
        1: 1,
        2: None,
        3: 2,
        4: 2,
        5: 4,
    }
