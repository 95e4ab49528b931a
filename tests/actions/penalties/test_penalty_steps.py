"""Penalties of a club's list: the next step follows from the earlier ones."""

import json
from fractions import Fraction

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import club_with_director, play_round, started
from tests.scenes.event_files import empty_database
from tests.scenes.latest_standings import latest_standings
from tests.scenes.problems import problem_codes
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Conflict
from tournaments.actions.penalties import club_penalties as acts
from tournaments.actions.penalties.club_penalties import (
    add_club_penalty,
    change_club_penalty,
    remove_club_penalty,
)
from tournaments.actions.penalties.penalty_steps import give_penalty_step
from tournaments.models import (
    AuditAction,
    AuditEntry,
    ClubPenalty,
    Contestant,
    Event,
    Penalty,
    Stage,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.contestants.penalty_steps import proposed_step
from tournaments.queries.events.event_file import event_file
from tournaments.queries.scorecards.scorecards import stage_cards
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
STEPS = ["warning", "0.1", "10%"]


@pytest.fixture
def stage_director_and_kind() -> tuple[Stage, Actor, ClubPenalty]:
    session, director = started(8, movement="howell", round_count=2, boards_per_round=1)
    play_round(session, director)
    catch_up()
    kind = add_club_penalty(session.stage.event.club, " Late  at the table ", STEPS, director)
    return Stage.objects.get(pk=session.stage_id), director, kind


def second_contestant(stage: Stage) -> Contestant:
    return stage.event.contestants.get(number=2)


def stage_with_method(stage: Stage, method: str) -> Stage:
    Event.objects.update(method_key=method, method_options={})
    return Stage.objects.get(pk=stage.pk)


def stored_penalties(stage: Stage) -> list[tuple[str, str, str]]:
    rows = Penalty.objects.filter(stage=stage).order_by("pk")
    return [(row.amount_text, row.reason, row.kind) for row in rows]


def test_each_penalty_is_the_next_step_and_the_last_repeats(stage_director_and_kind) -> None:
    stage, director, kind = stage_director_and_kind
    for had in range(4):
        give_penalty_step(
            second_contestant(stage),
            stage,
            kind,
            had,
            director,
            f"k{had}",
            note="" if had else "with a smile",
        )
    name = "Late at the table"
    assert stored_penalties(stage) == [
        ("0", f"{name}: with a smile", name),
        ("1/10", name, name),
        ("1/10", f"{name}, 10 %", name),
        ("1/10", f"{name}, 10 %", name),
    ]
    other_contestant = stage.event.contestants.get(number=3)
    assert proposed_step(kind, other_contestant, stage).earlier_count == 0


def test_warning_costs_nothing_and_is_shown_on_the_scorecard(stage_director_and_kind) -> None:
    stage, director, kind = stage_director_and_kind
    standings_before = latest_standings(stage)
    give_penalty_step(second_contestant(stage), stage, kind, 0, director, "k")
    catch_up()
    assert latest_standings(stage) == standings_before
    (row,) = stage_cards(second_contestant(stage))[-1].penalty_rows
    assert (row.kind, row.amount, row.reason) == ("warning", 0, "Late at the table")


def test_percentage_refers_to_the_most_that_one_board_gives(stage_director_and_kind) -> None:
    stage, _director, kind = stage_director_and_kind
    kind.steps = ["10%"]
    assert proposed_step(kind, second_contestant(stage), stage).amount == Fraction(1, 10)
    matchpoints = stage_with_method(stage, "matchpoints")
    top = matchpoints.event.method.top(2)  # each board is played at two tables
    assert proposed_step(kind, second_contestant(matchpoints), matchpoints).amount == Fraction(
        top, 10
    )


@pytest.mark.parametrize("method", ["total", "butler"])
def test_amount_is_typed_if_the_method_has_no_percentages(
    stage_director_and_kind, method: str
) -> None:
    stage, director, kind = stage_director_and_kind
    kind.steps = ["10%"]
    kind.save()
    stage = stage_with_method(stage, method)
    assert proposed_step(kind, second_contestant(stage), stage).amount is None
    with pytest.raises(ValidationFailed) as refused:
        give_penalty_step(second_contestant(stage), stage, kind, 0, director, "k")
    assert problem_codes(refused) == ["amount_unclear"]
    give_penalty_step(second_contestant(stage), stage, kind, 0, director, "k2", amount="3")
    assert [penalty[0] for penalty in stored_penalties(stage)] == ["3"]


def test_undone_step_is_proposed_again(stage_director_and_kind) -> None:
    stage, director, kind = stage_director_and_kind
    for had in range(2):
        give_penalty_step(second_contestant(stage), stage, kind, had, director, f"k{had}")
    catch_up()
    standings_before, rows = latest_standings(stage), stored_penalties(stage)
    undone = undo_step(UndoStep.objects.latest("pk").pk, director)
    catch_up()
    assert proposed_step(kind, second_contestant(stage), stage).earlier_count == 1
    assert latest_standings(stage) != standings_before
    undo_step(undone["act"], director)
    catch_up()
    assert (stored_penalties(stage), latest_standings(stage)) == (rows, standings_before)


def test_simultaneous_penalties_give_one_step(stage_director_and_kind) -> None:
    stage, director, kind = stage_director_and_kind
    answers = [
        give_penalty_step(second_contestant(stage), stage, kind, 0, director, "same")
        for _attempt in range(2)
    ]
    assert answers[0] == answers[1]
    with pytest.raises(Conflict) as conflict:
        give_penalty_step(second_contestant(stage), stage, kind, 0, director, "another")
    assert problem_codes(conflict) == ["given_since"]
    assert Penalty.objects.count() == 1


def test_step_needs_a_contestant_of_the_event_and_a_penalty_of_the_club(
    stage_director_and_kind,
) -> None:
    stage, director, kind = stage_director_and_kind
    other_penalty = add_club_penalty(club_with_director("Another club")[0], "Late", ["1"], SYSTEM)
    invalid_steps = (
        (None, kind, "not_in_event"),
        (second_contestant(stage), other_penalty, "no_kind"),
        (second_contestant(stage), None, "no_kind"),
    )
    for contestant, index, code in invalid_steps:
        with pytest.raises(ValidationFailed) as refused:
            give_penalty_step(contestant, stage, index, 0, director, code)
        assert problem_codes(refused) == [code]
    with pytest.raises(ValidationFailed) as refused:
        give_penalty_step(
            second_contestant(stage), stage, kind, 0, director, "long", note="x" * 200
        )
    assert problem_codes(refused) == ["reason_too_long"]


def test_changed_list_leaves_given_penalties_alone(stage_director_and_kind) -> None:
    stage, director, kind = stage_director_and_kind
    give_penalty_step(second_contestant(stage), stage, kind, 0, director, "k")
    change_club_penalty(kind, "late at the TABLE", ["0,25"], director)
    assert ClubPenalty.objects.get().steps == ["0.25"]
    remove_club_penalty(kind, director)
    assert stored_penalties(stage) == [("0", "Late at the table", "Late at the table")]
    verbs = set(AuditEntry.objects.values_list("verb", flat=True))
    assert {
        AuditAction.ADD_CLUB_PENALTY,
        AuditAction.CHANGE_CLUB_PENALTY,
        AuditAction.REMOVE_CLUB_PENALTY,
    } <= verbs


@pytest.mark.parametrize(
    ("name", "steps", "expected_codes"),
    [
        (" ", [], ["kind_unnamed", "steps_number"]),
        ("x" * 81, ["1"] * 10, ["kind_name_long", "steps_number"]),
        ("LATE at the table", ["much", "0"], ["kind_name_taken", "step_unclear", "step_unclear"]),
    ],
)
def test_club_penalty_reports_every_problem_at_once(
    stage_director_and_kind, name: str, steps: list[str], expected_codes: list[str]
) -> None:
    stage, director, _kind = stage_director_and_kind
    with pytest.raises(ValidationFailed) as refused:
        add_club_penalty(stage.event.club, name, steps, director)
    assert problem_codes(refused) == expected_codes


def test_club_penalties_are_limited_in_number(
    stage_director_and_kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, director, _kind = stage_director_and_kind
    monkeypatch.setattr(acts, "MAX_CLUB_PENALTIES", 1)
    with pytest.raises(ValidationFailed, match="at most 1"):
        add_club_penalty(stage.event.club, "Phone", ["1"], director)


def test_event_file_stores_the_kind_of_penalty(stage_director_and_kind) -> None:
    stage, director, kind = stage_director_and_kind
    for had in range(2):
        give_penalty_step(second_contestant(stage), stage, kind, had, director, f"k{had}")
    penalties_before, text = (
        stored_penalties(stage),
        json.dumps(event_file(Event.objects.get(pk=stage.event_id))),
    )
    empty_database()
    brought = import_event(json.loads(text), SYSTEM)
    assert stored_penalties(brought.stages.get()) == penalties_before
    assert json.dumps(event_file(Event.objects.get(pk=brought.pk))) == text
