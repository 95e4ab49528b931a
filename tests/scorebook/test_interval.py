"""Standings are made at most once in an interval that follows their cost; the last result is always in."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from tests.scenes.evening import enter, started
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import RESULT
from tournaments import scorebook
from tournaments.actions.results.standings_changed import standings_changed
from tournaments.models import Play, Session, Snapshot, Stage
from tournaments.scorebook.snapshots import interval

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(settings) -> Stage:
    settings.STANDINGS_REST = 1.0
    session, _director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    return session.stage


def say(stage: Stage, number: int) -> None:
    """A result at one more table, counted."""
    plays = Play.objects.filter(board__session__stage=stage, seating__round__number=1).order_by("pk")
    play = plays.select_related("seating__table")[number]
    enter(play, RESULT)
    scorebook.count_board(play.board_id)


def made(stage: Stage) -> None:
    """The standings as they follow now, whenever they were made before."""
    Stage.objects.update(made_at=None, awards_revision=F("awards_revision") + 1)
    assert scorebook.take_snapshot(stage.pk) == 0


def test_a_second_result_waits_and_one_alone_is_told_to_come_again(stage: Stage) -> None:
    say(stage, 0)
    made(stage)
    say(stage, 1)
    assert 0 < scorebook.take_snapshot(stage.pk) <= 10
    assert scorebook.take_snapshot(stage.pk) == 0, "somebody comes already"
    assert latest_standings(stage).plays == 1
    Stage.objects.update(made_at=timezone.now() - timedelta(seconds=11))
    assert scorebook.take_snapshot(stage.pk) == 0
    assert latest_standings(stage).plays == 2
    assert not list(scorebook.stages_behind())


def test_who_does_not_come_is_not_waited_for(stage: Stage) -> None:
    say(stage, 0)
    made(stage)
    say(stage, 1)
    assert scorebook.take_snapshot(stage.pk)
    Stage.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert scorebook.take_snapshot(stage.pk), "somebody else is told"


def the_clock_goes_back(_stage: Stage) -> None:
    Stage.objects.update(made_at=timezone.now() + timedelta(hours=1))


def it_is_over(_stage: Stage) -> None:
    """As where a whole event is imported, which nobody watches."""
    Session.objects.update(state=Session.State.FINISHED)


def somebody_acts(stage: Stage) -> None:
    standings_changed(stage.pk)


@pytest.mark.parametrize("happens", [the_clock_goes_back, it_is_over, somebody_acts])
def test_then_nobody_waits(stage: Stage, happens: Callable[[Stage], None]) -> None:
    say(stage, 0)
    made(stage)
    say(stage, 1)
    happens(stage)
    assert scorebook.take_snapshot(stage.pk) == 0
    assert latest_standings(stage).plays == 2


def test_what_nobody_saw_is_not_kept(stage: Stage) -> None:
    for number in range(4):
        say(stage, number)
        made(stage)
        if number == 1:
            Snapshot.objects.update(shown=True)
    numbers = Snapshot.objects.filter(audience="public").order_by("number").values_list("number", flat=True)
    first, last = numbers
    assert last - first == 2


@pytest.mark.parametrize(
    ("cost", "seconds"), [(0.001, 1), (0.005, 1), (0.01, 2), (0.05, 10), (1.0, 10), (4.0, 20)]
)
def test_it_is_a_second_in_a_bar_and_never_more_than_a_fifth_of_a_worker(
    cost: float, seconds: float, settings
) -> None:
    settings.STANDINGS_REST = 1.0
    assert interval(cost) == pytest.approx(seconds)
    assert interval(cost) >= 5 * cost
