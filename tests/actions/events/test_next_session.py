"""Stages with several sessions: new deals, totals that add up, and missed sessions."""

import pytest

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.scenes.arrivals_and_departures import arrive_during_session
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tournaments import scoring_pipeline
from tournaments.actions.contestants.attendance import mark_absent, mark_present
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
    """Return a finished session of eight pairs, and its director."""
    session, director = evening.started(8, movement="howell", round_count=3, boards_per_round=2)
    evening.play_out(session, director)
    return session, director


def play_another(event: Event, director: Actor, *missing: int) -> Session:
    """Create and play another session without the contestants of these numbers."""
    session = create_next_session(event, director)
    for number in missing:
        mark_absent(event, event.contestants.get(number=number).pk, director)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    evening.play_out(session, director)
    return session


@pytest.mark.thorough
def test_totals_add_up_over_sessions() -> None:
    session, director = first_evening()
    catch_up()
    first_rows = {
        row.number: row for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
    }
    second_session = play_another(session.stage.event, director)
    catch_up()
    assert (
        second_session.number,
        second_session.boards_per_round,
        second_session.rounds_planned,
    ) == (2, 2, 3)
    assert second_session.commitment != session.commitment
    rows_of_both = {
        row.number: row for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
    }
    assert rows_of_both.keys() == first_rows.keys()
    assert {row.boards for row in rows_of_both.values()} == {12}
    assert all(rows_of_both[number].total > first_rows[number].total for number in rows_of_both)
    assert scoring_pipeline.recount(session.stage.event) == []


def test_next_session_draws_other_numbers_for_the_movement() -> None:
    session, director = first_evening()
    create_next_session(session.stage.event, director)
    numbers = list(
        Contestant.objects.order_by("assignments__number").values_list("number", flat=True)
    )
    assert sorted(numbers) == list(range(1, 9)) != numbers


@pytest.mark.thorough
def test_contestant_who_misses_a_session_is_ranked_by_the_mean_or_unranked() -> None:
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
    unranked = {
        row.number
        for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
        if row.rank is None
    }
    assert unranked == {3, 5}


@pytest.mark.thorough
def test_contestant_marked_as_missing_can_come_after_all() -> None:
    session, director = first_evening()
    event = session.stage.event
    second_session = create_next_session(event, director)
    missing_contestant = event.contestants.get(number=3)
    mark_absent(event, missing_contestant.pk, director)
    with pytest.raises(ValidationFailed, match="does not play"):
        mark_absent(event, missing_contestant.pk, director)
    deal_session(second_session.pk, "", director)
    assert not SeatHolder.objects.filter(
        seating__round__section__session=second_session, contestant=missing_contestant
    ).exists()
    mark_present(event, missing_contestant.pk, director)
    assert SeatHolder.objects.filter(
        seating__round__section__session=second_session, contestant=missing_contestant
    ).exists()
    with pytest.raises(ValidationFailed, match="already"):
        mark_present(event, missing_contestant.pk, director)


@pytest.mark.thorough
def test_new_contestants_play_from_the_second_session() -> None:
    session, director = first_evening()
    event = session.stage.event
    second_session = create_next_session(event, director)
    add_contestants(event, ["Joan – Laia", "Mar – Pol"], director)
    deal_session(second_session.pk, "", director)
    start_session(second_session.pk, director)
    second_session.refresh_from_db()
    evening.play_out(second_session, director)
    catch_up()
    rows = {
        row.number: row for row in scoring_pipeline.lock_and_compute_standings(session.stage).rows
    }
    assert len(rows) == 10
    assert rows[9].boards < rows[1].boards


def test_contestant_who_has_played_cannot_be_withdrawn_or_replaced() -> None:
    session, director = first_evening()
    event = session.stage.event
    create_next_session(event, director)
    played = event.contestants.get(number=2)
    for action in (
        lambda: withdraw_contestant(event, played.pk, director),
        lambda: replace_contestant(event, played.pk, "Joan – Laia", director),
    ):
        with pytest.raises(ValidationFailed, match="has already played"):
            action()
    add_contestants(event, ["Joan – Laia", "Mar – Pol"], director)
    withdraw_contestant(event, event.contestants.get(number=9).pk, director)
    assert list(event.contestants.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert event.contestants.get(number=9).name == "Mar – Pol"


def test_choosing_a_movement_for_the_second_session_keeps_that_of_the_first() -> None:
    session, director = first_evening()
    second_session = create_next_session(session.stage.event, director)
    choose_movement(second_session, ChosenMovement("mitchell", {}, 4, 2, 120), director)
    session.refresh_from_db()
    second_session.refresh_from_db()
    assert (session.rounds_planned, second_session.rounds_planned) == (3, 4)
    assert session.sections.get().movement.key == "howell"
    assert second_session.sections.get().movement.key == "mitchell"


def test_next_session_is_refused_before_the_last_is_finished_and_after_publication() -> None:
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


def test_contestant_who_misses_a_drawn_session_is_not_seated() -> None:
    session, director = evening.started(8, movement="swiss", round_count=2, boards_per_round=2)
    event = session.stage.event
    evening.play_round(session, director)
    begin_next_round(session, director)
    evening.play_round(session, director)
    finish_session(session.pk, director)
    second_session = create_next_session(event, director)
    missing_contestant = event.contestants.get(number=8)
    mark_absent(event, missing_contestant.pk, director)
    deal_session(second_session.pk, "", director)
    seated = SeatHolder.objects.filter(seating__round__section__session=second_session)
    assert set(seated.values_list("contestant__number", flat=True)) < set(range(1, 8))
    assert seated.values("contestant").distinct().count() == 6


def test_sessions_of_a_stage_are_all_drawn_or_all_planned() -> None:
    session, director = first_evening()
    second_session = create_next_session(session.stage.event, director)
    with pytest.raises(ValidationFailed, match="all drawn, or all planned"):
        choose_movement(second_session, ChosenMovement("swiss", {}, 3, 2, 120), director)
    swiss, other_director = evening.started(8, movement="swiss", round_count=2, boards_per_round=2)
    evening.play_round(swiss, other_director)
    finish_session(swiss.pk, other_director)
    next_session = create_next_session(swiss.stage.event, other_director)
    with pytest.raises(ValidationFailed, match="all drawn, or all planned"):
        choose_movement(next_session, ChosenMovement("howell", {}, 3, 2, 120), other_director)


def test_late_arrivals_in_a_drawn_second_session_are_seated() -> None:
    session, director = evening.started(8, movement="swiss", round_count=1, boards_per_round=2)
    evening.play_round(session, director)
    finish_session(session.pk, director)
    event = session.stage.event
    second_session = create_next_session(event, director)
    Session.objects.filter(pk=second_session.pk).update(rounds_planned=2)
    deal_session(second_session.pk, "", director)
    start_session(second_session.pk, director)
    second_session.refresh_from_db()
    late_arrivals = [
        arrive_during_session(event, name, director) for name in ("Joan – Laia", "Mar – Pol")
    ]
    evening.play_round(second_session, director)
    round_ = begin_next_round(second_session, director)
    seated = SeatHolder.objects.filter(seating__round=round_, contestant__in=late_arrivals)
    assert seated.values("contestant").distinct().count() == 2


@pytest.mark.parametrize(
    ("movement", "options"), [("knock_out", {}), ("round_robin", {"groups": "2"})]
)
def test_no_session_follows_a_knock_out_or_groups(movement: str, options: dict[str, str]) -> None:
    session, director = started_matches(8, movement, round_count=3, movement_options=options)
    while round_ := playing_round(session):
        play_matches(session, director)
        if session.stage.is_drawn and round_.number < 3:
            begin_next_round(session, director)
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed, match="in one session"):
        create_next_session(session.stage.event, director)


def test_sit_out_is_no_missed_session() -> None:
    session, director = evening.started(8, movement="swiss", round_count=1, boards_per_round=2)
    event = session.stage.event
    Event.objects.filter(pk=event.pk).update(missed=Event.Missed.UNRANKED)
    evening.play_round(session, director)
    finish_session(session.pk, director)
    second_session = create_next_session(event, director)
    mark_absent(event, event.contestants.get(number=8).pk, director)
    deal_session(second_session.pk, "", director)
    start_session(second_session.pk, director)
    second_session.refresh_from_db()
    evening.play_round(second_session, director)
    finish_session(second_session.pk, director)
    catch_up()
    stage = Stage.objects.select_related("event").get(pk=session.stage_id)
    unranked = {
        row.number
        for row in scoring_pipeline.lock_and_compute_standings(stage).rows
        if row.rank is None
    }
    assert unranked == {8}
