"""Categories of an event: their members and rankings, undo, event files and copies."""

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
CATEGORIES = {"Novices": (3, 1, 6), "Juniors": (6, 2)}


@pytest.fixture
def stage_and_director() -> tuple[Stage, Actor]:
    session, director = started(8, movement="howell", round_count=2, boards_per_round=1)
    play_out(session, director)
    catch_up()
    return session.stage, director


def ranked_rows(stage: Stage, category: str = "") -> list[RankedContestant]:
    """Return the current ranking of a category, or of all contestants."""
    catch_up()
    snapshot = visible_snapshot(stage)
    assert snapshot
    (ranking,) = standings_of_category(
        stage.event, shown_standings(stage, snapshot), category
    ).rankings
    return ranking.rows


def problem_codes_of_categories(
    event: Event, categories: dict[str, tuple[int, ...]], director: Actor
) -> list[str]:
    """Return the codes of the problems with which the categories are refused."""
    with pytest.raises(ValidationFailed) as refused:
        set_categories(event, categories, director)
    return [problem.code for problem in refused.value.problems]


def test_changes_of_categories_can_be_undone_and_redone(
    stage_and_director: tuple[Stage, Actor],
) -> None:
    stage, director = stage_and_director
    set_categories(stage.event, CATEGORIES, director)
    expected = {"Novices": [1, 3, 6], "Juniors": [2, 6]}
    assert members_by_category(stage.event) == expected
    set_categories(stage.event, CATEGORIES, director)
    assert UndoStep.objects.filter(kind=AuditAction.SET_CATEGORIES).count() == 1
    first_step = UndoStep.objects.latest("pk")
    set_categories(stage.event, {"Juniors": (6,), " By  club ": ()}, director)
    assert list(members_by_category(stage.event).items()) == [("Juniors", [6]), ("By club", [])]
    with pytest.raises(ValidationFailed):
        undo_step(first_step.pk, director)
    answer = undo_step(UndoStep.objects.latest("pk").pk, director)
    assert list(members_by_category(stage.event).items()) == list(expected.items())
    undo_step(answer["act"], director)
    assert members_by_category(stage.event) == {"Juniors": [6], "By club": []}


def test_category_is_ranked_by_the_overall_totals(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    set_categories(stage.event, CATEGORIES, director)
    overall = {row.number: row for row in ranked_rows(stage)}
    for name, numbers in CATEGORIES.items():
        ranked = ranked_rows(stage, name)
        assert {row.number: row.total for row in ranked} == {
            number: overall[number].total for number in numbers
        }
        for row in ranked:
            ahead = [
                other_number
                for other_number in numbers
                if (overall[other_number].rank or 0) < (overall[row.number].rank or 0)
            ]
            assert row.rank == 1 + len(ahead)


def test_equal_contestants_share_a_rank_in_a_category(
    stage_and_director: tuple[Stage, Actor],
) -> None:
    stage, director = stage_and_director
    overall = ranked_rows(stage)
    set_categories(stage.event, {"All": tuple(row.number for row in overall)}, director)
    assert [row.rank for row in ranked_rows(stage, "All")] == [row.rank for row in overall]


def test_unranked_contestant_is_unranked_in_the_category(
    stage_and_director: tuple[Stage, Actor],
) -> None:
    stage, director = stage_and_director
    set_categories(stage.event, CATEGORIES, director)
    best = ranked_rows(stage, "Novices")[0].number
    mark_unranked(stage.event, stage.event.contestants.get(number=best).pk, "guest", director)
    ranked = ranked_rows(stage, "Novices")
    assert (ranked[-1].number, ranked[-1].rank, ranked[0].rank) == (best, None, 1)


def test_invalid_categories_are_refused_with_every_problem(
    stage_and_director: tuple[Stage, Actor],
) -> None:
    stage, director = stage_and_director
    categories = {" ": (1,), "x" * 61: (), "Novices": (99,), "novices": ()}
    assert problem_codes_of_categories(stage.event, categories, director) == [
        "category_unnamed",
        "category_too_long",
        "category_twice",
        "contestant_gone",
    ]
    assert problem_codes_of_categories(stage.event, {str(n): () for n in range(21)}, director) == [
        "too_many_categories"
    ]
    assert not members_by_category(stage.event)


def test_categories_cannot_change_once_published(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    set_categories(stage.event, CATEGORIES, director)
    Event.objects.filter(pk=stage.event_id).update(published_at=timezone.now())
    assert problem_codes_of_categories(stage.event, {}, director) == ["published"]
    with pytest.raises(ValidationFailed) as refused:
        undo_step(UndoStep.objects.latest("pk").pk, director)
    assert [problem.code for problem in refused.value.problems] == ["published"]


def test_undo_does_not_restore_a_deleted_member(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    set_categories(stage.event, {"Late": (8,)}, director)
    set_categories(stage.event, {}, director)
    step = UndoStep.objects.latest("pk")
    step.changes = [
        row
        if row["model"] == "category"
        else row | {"before": row["before"] | {"contestant_id": 10**6}}
        for row in step.changes
    ]
    step.save()
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    assert [problem.code for problem in refused.value.problems] == ["changed_since"]


def test_event_file_keeps_categories(stage_and_director: tuple[Stage, Actor]) -> None:
    stage, director = stage_and_director
    set_categories(stage.event, CATEGORIES | {"Empty": ()}, director)
    file = event_file(stage.event)
    imported = import_event(file | {"event": file["event"] | {"slug": "again"}}, director)
    assert event_file(imported)["categories"] == file["categories"]
    assert [row.number for row in ranked_rows(imported.stages.get(), "Novices")] == [
        row.number for row in ranked_rows(stage, "Novices")
    ]


@pytest.mark.parametrize(
    ("categories", "code"),
    [
        ([{"name": "A", "contestants": [9]}], "dangling"),
        ([{"name": "A", "contestants": [2, 2]}], "out_of_order"),
        ([{"name": "A", "contestants": []}, {"name": "a", "contestants": []}], "category_twice"),
    ],
)
def test_event_file_with_invalid_categories_is_refused(
    stage_and_director: tuple[Stage, Actor], categories: list[dict], code: str
) -> None:
    stage, director = stage_and_director
    file = event_file(stage.event) | {"categories": categories}
    with pytest.raises(ValidationFailed) as refused:
        import_event(file, director)
    assert [problem.code for problem in refused.value.problems] == [code]


@pytest.mark.parametrize("same_contestants", [True, False])
def test_copied_event_has_the_names_of_the_categories(
    stage_and_director: tuple[Stage, Actor], same_contestants: bool
) -> None:
    stage, director = stage_and_director
    set_categories(stage.event, CATEGORIES, director)
    answer = copy_event(
        stage.event_id, EventCopy("Again", same_contestants=same_contestants), director, "copy"
    )
    members = members_by_category(Event.objects.get(pk=answer["event"]))
    assert members == {
        name: sorted(numbers) if same_contestants else [] for name, numbers in CATEGORIES.items()
    }
