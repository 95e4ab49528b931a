"""Penalties: exact amounts with a reason, in the standings at once."""

from fractions import Fraction

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import play_round, started
from tests.scenes.latest_standings import latest_standings
from tournaments.actions.idempotency import Conflict
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.models import AuditAction, AuditEntry, Contestant, Penalty, Stage
from tournaments.permissions.actor import Actor
from tournaments.queries.standings.snapshot_format import StoredRow
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage_and_director() -> tuple[Stage, Actor]:
    session, director = started(8, movement="howell", round_count=2, boards_per_round=1)
    play_round(session, director)
    catch_up()
    return session.stage, director


def standings_row(stage: Stage, contestant: Contestant) -> StoredRow:
    (matching_row,) = [
        row for row in latest_standings(stage).rows if row.number == contestant.number
    ]
    return matching_row


def test_penalty_is_deducted_from_total_and_mean(
    stage_and_director, django_capture_on_commit_callbacks
) -> None:
    stage, director = stage_and_director
    pair = stage.event.contestants.get(number=2)
    row_before = standings_row(stage, pair)
    with django_capture_on_commit_callbacks(execute=True):
        give_penalty(pair, stage, "1/3", "came late", director, "k1")
        give_penalty(pair, stage, "0,25", "spoke during the deal", director, "k2")
    row_after = standings_row(stage, pair)
    assert row_before.total - row_after.total == Fraction(7, 12)
    assert row_after.mean == row_after.total / row_after.boards
    assert (row_after.penalty, row_after.penalty_reasons) == (
        Fraction(7, 12),
        ("came late", "spoke during the deal"),
    )
    assert row_before.penalty == 0


def test_penalty_changes_the_rank_and_its_opposite_restores_it(stage_and_director) -> None:
    stage, director = stage_and_director
    leader = Contestant.objects.get(name=latest_standings(stage).rows[0].contestant)
    for amount, key, is_first in (("2", "k1", False), ("−2", "k2", True)):
        give_penalty(leader, stage, amount, "shouted", director, key)
        catch_up()
        assert (standings_row(stage, leader).rank == 1) is is_first


def test_penalty_records_who_gave_it(stage_and_director) -> None:
    stage, director = stage_and_director
    contestant = stage.event.contestants.get(number=2)
    give_penalty(contestant, stage, "0.1", " came late ", director, "k1")
    penalty = Penalty.objects.get()
    assert (penalty.amount, penalty.reason, penalty.user_id) == (
        Fraction(1, 10),
        "came late",
        director.user_id,
    )
    entry = AuditEntry.objects.get(verb=AuditAction.GIVE_PENALTY)
    assert entry.data == {"contestant": contestant.pk, "amount": "1/10", "reason": "came late"}


def test_repeated_key_gives_one_penalty(stage_and_director) -> None:
    stage, director = stage_and_director
    pair = stage.event.contestants.get(number=2)
    answers = [give_penalty(pair, stage, "1", "came late", director, "k1") for _attempt in range(2)]
    assert answers[0] == answers[1]
    assert Penalty.objects.count() == 1
    with pytest.raises(Conflict):
        give_penalty(pair, stage, "2", "came late", director, "k1")


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("", "amount_unclear"),
        ("much", "amount_unclear"),
        ("1/0", "amount_unclear"),
        ("1e9", "amount_unclear"),
        ("nan", "amount_unclear"),
        ("1.2.3", "amount_unclear"),
        ("٣", "amount_unclear"),
        ("0", "amount_nothing"),
        ("1000.1", "amount_too_large"),
        ("-1001", "amount_too_large"),
    ],
)
def test_penalty_reports_every_problem_and_stores_nothing(
    stage_and_director, amount: str, code: str
) -> None:
    stage, director = stage_and_director
    revision = Stage.objects.get(pk=stage.pk).awards_revision
    with pytest.raises(ValidationFailed) as refused:
        give_penalty(None, stage, amount, "x" * 201, director, "k1")
    assert [problem.code for problem in refused.value.problems] == [
        "not_in_event",
        code,
        "reason_too_long",
    ]
    assert not Penalty.objects.exists()
    assert Stage.objects.get(pk=stage.pk).awards_revision == revision


def test_penalty_needs_a_contestant_of_the_event_and_a_reason(stage_and_director) -> None:
    stage, director = stage_and_director
    other_contestant = Contestant(event_id=stage.event_id + 1, number=1, name="x")
    with pytest.raises(ValidationFailed) as refused:
        give_penalty(other_contestant, stage, "1", " ", director, "k1")
    assert [problem.code for problem in refused.value.problems] == [
        "not_in_event",
        "reason_missing",
    ]
