"""A stage of several sittings: new deals, totals that add up, and who misses one."""

import pytest

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.scenes.drawn import next_round, play_matches, started_matches
from tests.scenes.late_and_leaving import let_join
from tournaments import scoring_pipeline
from tournaments.actions.contestants.attendance import come_to_session, miss_session
from tournaments.actions.contestants.registration import (
    add_contestants,
    replace_contestant,
    withdraw_contestant,
)
from tournaments.actions.events.movement_choice import ChosenMovement, choose_movement
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Contestant, Event, SeatHolder, Session, Stage
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def first_evening() -> tuple[Session, Actor]:
    """An evening of eight pairs, played and over."""
    session, director = evening.started(8, "howell", 3, 2)
    evening.play_out(session, director)
    return session, director


def play_another(event: Event, director: Actor, *missing: int) -> Session:
    """Another evening without the contestants of these numbers."""
    session = create_next_session(event, director)
    for number in missing:
        miss_session(event, event.contestants.get(number=number).pk, director)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    evening.play_out(session, director)
    return session


@pytest.mark.thorough
def test_totals_add_up_over_the_evenings() -> None:
    session, director = first_evening()
    catch_up()
    first = {
        row.number: row for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
    }
    second = play_another(session.stage.event, director)
    catch_up()
    assert (second.number, second.boards_per_round, second.rounds_planned) == (2, 2, 3)
    assert second.commitment != session.commitment
    both = {
        row.number: row for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
    }
    assert both.keys() == first.keys()
    assert {row.boards for row in both.values()} == {12}
    assert all(both[number].total > first[number].total for number in both)
    assert scoring_pipeline.recount(session.stage.event) == []


def test_every_evening_has_other_numbers_for_the_movement() -> None:
    session, director = first_evening()
    create_next_session(session.stage.event, director)
    numbers = list(
        Contestant.objects.order_by("assignments__number").values_list("number", flat=True)
    )
    assert sorted(numbers) == list(range(1, 9)) != numbers


@pytest.mark.thorough
def test_who_misses_one_is_ranked_by_what_he_played_or_listed() -> None:
    session, director = first_evening()
    event = session.stage.event
    play_another(event, director, 3, 5)
    catch_up()
    rows = {
        row.number: row for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
    }
    assert (rows[3].boards, rows[1].boards) == (6, 12)
    assert rows[3].rank is not None
    Event.objects.filter(pk=event.pk).update(missed=Event.Missed.UNRANKED)
    event.refresh_from_db()
    session.stage.event = event
    listed = {
        row.number
        for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
        if row.rank is None
    }
    assert listed == {3, 5}


@pytest.mark.thorough
def test_who_was_not_to_come_comes_after_all() -> None:
    session, director = first_evening()
    event = session.stage.event
    second = create_next_session(event, director)
    gone = event.contestants.get(number=3)
    miss_session(event, gone.pk, director)
    with pytest.raises(ValidationFailed, match="does not play"):
        miss_session(event, gone.pk, director)
    deal_session(second.pk, "", director)
    assert not SeatHolder.objects.filter(
        seating__round__section__session=second, contestant=gone
    ).exists()
    come_to_session(event, gone.pk, director)
    assert SeatHolder.objects.filter(
        seating__round__section__session=second, contestant=gone
    ).exists()
    with pytest.raises(ValidationFailed, match="already"):
        come_to_session(event, gone.pk, director)


@pytest.mark.thorough
def test_somebody_new_plays_from_the_second_evening_on() -> None:
    session, director = first_evening()
    event = session.stage.event
    second = create_next_session(event, director)
    add_contestants(event, ["Joan – Laia", "Mar – Pol"], director)
    deal_session(second.pk, "", director)
    start_session(second.pk, director)
    second.refresh_from_db()
    evening.play_out(second, director)
    catch_up()
    rows = {
        row.number: row for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
    }
    assert len(rows) == 10
    assert rows[9].boards < rows[1].boards


def test_what_was_played_stays_as_it_was_played() -> None:
    session, director = first_evening()
    event = session.stage.event
    create_next_session(event, director)
    played = event.contestants.get(number=2)
    for act in (
        lambda: withdraw_contestant(event, played.pk, director),
        lambda: replace_contestant(event, played.pk, "Joan – Laia", director),
    ):
        with pytest.raises(ValidationFailed, match="has already played"):
            act()
    add_contestants(event, ["Joan – Laia", "Mar – Pol"], director)
    withdraw_contestant(event, event.contestants.get(number=9).pk, director)
    assert list(event.contestants.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert event.contestants.get(number=9).name == "Mar – Pol"


def test_another_movement_for_the_second_evening_leaves_the_first_alone() -> None:
    session, director = first_evening()
    second = create_next_session(session.stage.event, director)
    choose_movement(second, ChosenMovement("mitchell", {}, 4, 2, 120), director)
    session.refresh_from_db()
    second.refresh_from_db()
    assert (session.rounds_planned, second.rounds_planned) == (3, 4)
    assert session.sections.get().movement.key == "howell"
    assert second.sections.get().movement.key == "mitchell"


def test_one_after_the_other_and_none_after_publishing() -> None:
    session, director = first_evening()
    event = session.stage.event
    create_next_session(event, director)
    with pytest.raises(ValidationFailed, match="Finish the session first"):
        create_next_session(event, director)
    Session.objects.filter(number=2).delete()
    publish_event(event.pk, director)
    event.refresh_from_db()
    with pytest.raises(ValidationFailed, match="published"):
        create_next_session(event, director)


def test_a_drawn_stage_is_drawn_on_without_who_misses_it() -> None:
    session, director = evening.started(8, "swiss", 2, 2)
    event = session.stage.event
    evening.play_round(session, director)
    next_round(session, director)
    evening.play_round(session, director)
    finish_session(session.pk, director)
    second = create_next_session(event, director)
    gone = event.contestants.get(number=8)
    miss_session(event, gone.pk, director)
    deal_session(second.pk, "", director)
    seated = SeatHolder.objects.filter(seating__round__section__session=second)
    assert set(seated.values_list("contestant__number", flat=True)) < set(range(1, 8))
    assert seated.values("contestant").distinct().count() == 6


def test_what_was_planned_is_not_drawn_from_the_second_evening_on() -> None:
    session, director = first_evening()
    second = create_next_session(session.stage.event, director)
    with pytest.raises(ValidationFailed, match="all drawn, or all planned"):
        choose_movement(second, ChosenMovement("swiss", {}, 3, 2, 120), director)
    swiss, other = evening.started(8, "swiss", 2, 2)
    evening.play_round(swiss, other)
    finish_session(swiss.pk, other)
    again = create_next_session(swiss.stage.event, other)
    with pytest.raises(ValidationFailed, match="all drawn, or all planned"):
        choose_movement(again, ChosenMovement("howell", {}, 3, 2, 120), other)


def test_who_joins_a_second_evening_that_is_drawn_is_drawn() -> None:
    session, director = evening.started(8, "swiss", 1, 2)
    evening.play_round(session, director)
    finish_session(session.pk, director)
    event = session.stage.event
    second = create_next_session(event, director)
    Session.objects.filter(pk=second.pk).update(rounds_planned=2)
    deal_session(second.pk, "", director)
    start_session(second.pk, director)
    second.refresh_from_db()
    comes = [let_join(event, name, director) for name in ("Joan – Laia", "Mar – Pol")]
    evening.play_round(second, director)
    round_ = next_round(second, director)
    seated = SeatHolder.objects.filter(seating__round=round_, contestant__in=comes)
    assert seated.values("contestant").distinct().count() == 2


@pytest.mark.parametrize(
    ("movement", "options"), [("knock_out", {}), ("round_robin", {"groups": "2"})]
)
def test_a_knock_out_and_groups_are_played_in_one_session(
    movement: str, options: dict[str, str]
) -> None:
    session, director = started_matches(8, movement, 3, options)
    while round_ := playing_round(session):
        play_matches(session, director)
        if session.stage.is_drawn and round_.number < 3:
            next_round(session, director)
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed, match="in one session"):
        create_next_session(session.stage.event, director)


def test_who_sat_out_has_not_missed_the_session() -> None:
    session, director = evening.started(8, "swiss", 1, 2)
    event = session.stage.event
    Event.objects.filter(pk=event.pk).update(missed=Event.Missed.UNRANKED)
    evening.play_round(session, director)
    finish_session(session.pk, director)
    second = create_next_session(event, director)
    miss_session(event, event.contestants.get(number=8).pk, director)
    deal_session(second.pk, "", director)
    start_session(second.pk, director)
    second.refresh_from_db()
    evening.play_round(second, director)
    finish_session(second.pk, director)
    catch_up()
    stage = Stage.objects.select_related("event").get(pk=session.stage_id)
    unranked = {
        row.number
        for row in scoring_pipeline.lock_and_compute_standings(stage).rows
        if row.rank is None
    }
    assert unranked == {8}
