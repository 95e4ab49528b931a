"""Categories: who is in them, and the places they have there, by the totals of all."""

import pytest
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import play_out, started
from tournaments.access.shown_standings import visible_snapshot
from tournaments.actions.contestants.categories import set_categories
from tournaments.actions.contestants.unranked import mark_unranked
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.copy import EventCopy, copy_event
from tournaments.actions.history.undo import undo_step
from tournaments.models import AuditAction, Event, Stage, UndoStep
from tournaments.permissions.actor import Actor
from tournaments.queries.events.event_file import event_file
from tournaments.queries.standings.latest import shown_standings
from tournaments.queries.standings.partial_rankings import (
    members_by_category,
    standings_of_category,
)
from tournaments.queries.standings.ranking import RankedContestant
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
BOTH = {"Novices": (3, 1, 6), "Juniors": (6, 2)}


@pytest.fixture
def evening() -> tuple[Stage, Actor]:
    session, director = started(8, movement="howell", rounds=2, boards_per_round=1)
    play_out(session, director)
    catch_up()
    return session.stage, director


def rows(stage: Stage, category: str = "") -> list[RankedContestant]:
    """The ranking of a category, or of all, as it is now."""
    catch_up()
    snapshot = visible_snapshot(stage)
    assert snapshot
    (ranking,) = standings_of_category(
        stage.event, shown_standings(stage, snapshot), category
    ).rankings
    return ranking.rows


def codes(event: Event, categories: dict[str, tuple[int, ...]], director: Actor) -> list[str]:
    """Why they are refused."""
    with pytest.raises(ValidationFailed) as refused:
        set_categories(event, categories, director)
    return [each.code for each in refused.value.problems]


def test_they_are_undone_and_done_again(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    set_categories(stage.event, BOTH, director)
    now = {"Novices": [1, 3, 6], "Juniors": [2, 6]}
    assert members_by_category(stage.event) == now
    set_categories(stage.event, BOTH, director)
    assert UndoStep.objects.filter(kind=AuditAction.SET_CATEGORIES).count() == 1
    first = UndoStep.objects.latest("pk")
    set_categories(stage.event, {"Juniors": (6,), " By  club ": ()}, director)
    assert list(members_by_category(stage.event).items()) == [("Juniors", [6]), ("By club", [])]
    with pytest.raises(ValidationFailed):
        undo_step(first.pk, director)
    undone = undo_step(UndoStep.objects.latest("pk").pk, director)
    assert list(members_by_category(stage.event).items()) == list(now.items())
    undo_step(undone["act"], director)
    assert members_by_category(stage.event) == {"Juniors": [6], "By club": []}


def test_a_category_is_ranked_by_the_totals_of_all(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    set_categories(stage.event, BOTH, director)
    whole = {row.number: row for row in rows(stage)}
    for name, numbers in BOTH.items():
        ranked = rows(stage, name)
        assert {row.number: row.total for row in ranked} == {
            one: whole[one].total for one in numbers
        }
        for row in ranked:
            ahead = [
                each for each in numbers if (whole[each].rank or 0) < (whole[row.number].rank or 0)
            ]
            assert row.rank == 1 + len(ahead)


def test_equal_ones_share_their_place(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    whole = rows(stage)
    set_categories(stage.event, {"All": tuple(row.number for row in whole)}, director)
    assert [row.rank for row in rows(stage, "All")] == [row.rank for row in whole]


def test_who_takes_no_place_takes_none_in_his_category(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    set_categories(stage.event, BOTH, director)
    best = rows(stage, "Novices")[0].number
    mark_unranked(stage.event, stage.event.contestants.get(number=best).pk, "guest", director)
    ranked = rows(stage, "Novices")
    assert (ranked[-1].number, ranked[-1].rank, ranked[0].rank) == (best, None, 1)


def test_what_cannot_be_is_refused_with_every_reason(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    wrong = {" ": (1,), "x" * 61: (), "Novices": (99,), "novices": ()}
    assert codes(stage.event, wrong, director) == [
        "category_unnamed",
        "category_too_long",
        "category_twice",
        "contestant_gone",
    ]
    assert codes(stage.event, {str(n): () for n in range(21)}, director) == ["too_many_categories"]
    assert not members_by_category(stage.event)


def test_once_published_they_stay_and_are_not_undone(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    set_categories(stage.event, BOTH, director)
    Event.objects.filter(pk=stage.event_id).update(published_at=timezone.now())
    assert codes(stage.event, {}, director) == ["published"]
    with pytest.raises(ValidationFailed) as refused:
        undo_step(UndoStep.objects.latest("pk").pk, director)
    assert [each.code for each in refused.value.problems] == ["published"]


def test_who_has_gone_since_is_not_put_back(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    set_categories(stage.event, {"Late": (8,)}, director)
    set_categories(stage.event, {}, director)
    act = UndoStep.objects.latest("pk")
    act.changes = [
        row
        if row["model"] == "category"
        else row | {"before": row["before"] | {"contestant_id": 10**6}}
        for row in act.changes
    ]
    act.save()
    with pytest.raises(ValidationFailed) as refused:
        undo_step(act.pk, director)
    assert [each.code for each in refused.value.problems] == ["changed_since"]


def test_they_go_into_the_event_file_and_come_back(evening: tuple[Stage, Actor]) -> None:
    stage, director = evening
    set_categories(stage.event, BOTH | {"Empty": ()}, director)
    written = event_file(stage.event)
    again = import_event(written | {"event": written["event"] | {"slug": "again"}}, director)
    assert event_file(again)["categories"] == written["categories"]
    assert [row.number for row in rows(again.stages.get(), "Novices")] == [
        row.number for row in rows(stage, "Novices")
    ]


@pytest.mark.parametrize(
    ("categories", "code"),
    [
        ([{"name": "A", "contestants": [9]}], "dangling"),
        ([{"name": "A", "contestants": [2, 2]}], "out_of_order"),
        ([{"name": "A", "contestants": []}, {"name": "a", "contestants": []}], "category_twice"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(
    evening: tuple[Stage, Actor], categories: list[dict], code: str
) -> None:
    stage, director = evening
    written = event_file(stage.event) | {"categories": categories}
    with pytest.raises(ValidationFailed) as refused:
        import_event(written, director)
    assert [each.code for each in refused.value.problems] == [code]


@pytest.mark.parametrize("same", [True, False])
def test_a_copy_has_their_names(evening: tuple[Stage, Actor], same: bool) -> None:
    stage, director = evening
    set_categories(stage.event, BOTH, director)
    answer = copy_event(stage.event_id, EventCopy("Again", same_contestants=same), director, "copy")
    members = members_by_category(Event.objects.get(pk=answer["event"]))
    assert members == {name: sorted(numbers) if same else [] for name, numbers in BOTH.items()}
