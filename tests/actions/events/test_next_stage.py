"""Groups followed by a knock-out of the best: who qualifies, why, and how it is played."""

import random

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import created, play_out
from tests.scenes.latest_standings import latest_standings
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.problems import problem_codes
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.events.next_stage import create_next_stage, requalify
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan, knock_out_plan
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.draws import draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Entry, Play, Qualifier, SeatHolder, Session
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.queries.events.next_stage import knock_out_places
from tournaments.queries.rounds.seating import playing_round
from tournaments.scoring_pipeline import lock_and_compute_standings, pending_stages
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def finished_groups(contestant_count: int = 12, group_count: int = 4) -> tuple[Session, Actor]:
    """Play a session of three rounds in groups, without ties; return it and its director."""
    session, director = started_matches(
        contestant_count,
        "round_robin",
        round_count=3,
        movement_options={"groups": str(group_count)},
    )
    rng = random.Random(5)
    while playing_round(session):
        play_matches(session, director, rng)
    finish_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def test_winners_of_groups_are_seeded_before_others_each_with_a_reason():
    session, director = finished_groups()
    next_session = create_next_stage(
        session.stage.event, knock_out_plan(session.stage, 2), director
    )
    qualifiers = list(Qualifier.objects.all())
    assert [qualifier.seed for qualifier in qualifiers] == list(range(1, 9))
    assert {qualifier.group for qualifier in qualifiers[:4]} == {1, 2, 3, 4}
    assert all(
        qualifier.reason["template"].startswith("Winner of group") for qualifier in qualifiers[:4]
    )
    assert (
        next_session.stage.number,
        next_session.rounds_planned,
        next_session.stage.movement_key,
    ) == (
        2,
        3,
        "knock_out",
    )


@pytest.mark.thorough
def test_knock_out_is_played_until_one_contestant_is_left():
    session, director = finished_groups()
    next_session = create_next_stage(
        session.stage.event, knock_out_plan(session.stage, 2), director
    )
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    next_session.refresh_from_db()
    rng = random.Random(6)
    first_round_contestants = {
        seat_holder.contestant_id
        for seat_holder in SeatHolder.objects.filter(seating__round__section__session=next_session)
    }
    assert first_round_contestants == {
        qualifier.contestant_id for qualifier in Qualifier.objects.all()
    }
    for table_count in (4, 2, 1):
        round_ = playing_round(next_session)
        assert round_.seatings.count() == table_count
        play_matches(next_session, director, rng)
        if table_count > 1:
            begin_next_round(next_session, director)
    finish_session(next_session.pk, director)
    catch_up()
    (ranking,) = lock_and_compute_standings(next_session.stage).rankings
    assert [row.total for row in ranking.rows] == [3, 2, 1, 1, 0, 0, 0, 0]
    assert {row.rank for row in ranking.rows} >= {1, 2, 3}


def test_first_round_of_a_knock_out_pairs_different_groups():
    session, director = finished_groups()
    next_session = create_next_stage(
        session.stage.event, knock_out_plan(session.stage, 2), director
    )
    deal_session(next_session.pk, "", director)
    group_by_contestant = {
        qualifier.contestant_id: qualifier.group for qualifier in Qualifier.objects.all()
    }
    for seating in next_session.sections.get().rounds.get().seatings.all():
        first_id, second_id = {seat_holder.contestant_id for seat_holder in seating.places.all()}
        assert group_by_contestant[first_id] != group_by_contestant[second_id]


def test_tied_match_blocks_the_draw_until_it_is_decided():
    session, director = finished_groups()
    next_session = create_next_stage(
        session.stage.event, knock_out_plan(session.stage, 1), director
    )
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    round_ = playing_round(next_session)
    for play in Play.objects.filter(seating__round=round_).order_by("pk"):
        points = {"ns_points": "70", "ew_points": "70"}
        decide_play(
            play.pk,
            Entry.Kind.CORRECTION,
            points,
            replaces=0,
            reason="Paper",
            actor=director,
            key=str(play.pk),
        )
    end_round(round_.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        draw_round(next_session.pk, director)
    assert problem_codes(refused) == ["table_drawn", "table_drawn"]
    for play in Play.objects.filter(seating__round=round_):
        points = {"ns_points": "80", "ew_points": "72"}
        decide_play(
            play.pk,
            Entry.Kind.CORRECTION,
            points,
            replaces=play.revision,
            reason="Two more deals",
            actor=director,
            key=f"on {play.pk}",
        )
    assert draw_round(next_session.pk, director).seatings.count() == 1


def test_no_stage_follows_an_unfinished_session():
    session, director = started_matches(
        12, "round_robin", round_count=3, movement_options={"groups": "4"}
    )
    assert knock_out_places(session) is None
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert problem_codes(refused) == ["not_finished"]


def test_no_stage_follows_published_standings():
    session, director = finished_groups()
    assert knock_out_places(session).places == (1, 2)
    publish_event(session.stage.event_id, director)
    session.stage.event.refresh_from_db()
    assert knock_out_places(session) is None
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert problem_codes(refused) == ["published"]
    assert Session.objects.count() == 1


def test_method_that_compares_tables_lets_nobody_qualify_for_a_knock_out():
    session, director = created(8, movement="round_robin", round_count=7, boards_per_round=1)
    session.state = Session.State.FINISHED
    session.save()
    assert knock_out_places(session) is None
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert problem_codes(refused) == ["too_few_qualify"]
    assert not Qualifier.objects.exists()


def test_qualifiers_do_not_depend_on_pending_scoring():
    session, director = finished_groups()
    assert Play.objects.unscored().filter(board__session=session).exists(), "nothing is scored yet"
    create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    qualifiers_before_scoring = stored_qualifiers()
    session.stage.event.stages.get(number=2).delete()
    catch_up()
    create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert qualifiers_before_scoring == stored_qualifiers()


def test_creating_the_next_stage_leaves_the_standings_up_to_date(
    django_capture_on_commit_callbacks,
):
    """Once the tasks that the action queues have run, the finished stage has nothing to score."""
    session, director = finished_groups()
    with django_capture_on_commit_callbacks(execute=True):
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert session.stage_id not in list(pending_stages())


def stored_qualifiers() -> list[tuple[int, int]]:
    """Return the number and group of each qualifier, by seed."""
    return list(Qualifier.objects.order_by("seed").values_list("contestant__number", "group"))


def reverse_result(play: Play, director) -> None:
    """Correct a match so that the other side wins it."""
    entered_outcome = play.entry.outcome
    outcome = {
        "ns_points": str(entered_outcome["ew_points"]),
        "ew_points": str(entered_outcome["ns_points"]),
    }
    parameters = {
        "replaces": play.revision,
        "reason": "cards were seen",
        "actor": director,
        "key": f"turned {play.pk}",
    }
    decide_play(play.pk, Entry.Kind.CORRECTION, outcome, **parameters)


@pytest.mark.thorough
@pytest.mark.parametrize("is_dealt", [False, True])
def test_desk_reports_outdated_qualifiers_and_requalifies(client, is_dealt) -> None:
    session, director = finished_groups()
    signed_in(client, director)
    next_session = create_next_stage(
        session.stage.event, knock_out_plan(session.stage, 2), director
    )
    if is_dealt:
        deal_session(next_session.pk, "", director)
    url = desk_url(session)
    assert "have changed since the qualifiers were chosen" not in client.get(url).content.decode()
    qualified_before = list(Qualifier.objects.values_list("contestant", flat=True))
    for play in (
        Play.objects.filter(board__session=session).select_related("entry").order_by("pk")[:6]
    ):
        reverse_result(play, director)
    catch_up()
    assert "have changed since the qualifiers were chosen" in client.get(url).content.decode()
    commitment = next_session.commitment
    page_after = client.post(desk_url(session, "requalify"), follow=True).content.decode()
    assert "The qualifiers are chosen again." in page_after
    assert "have changed since the qualifiers were chosen" not in page_after
    next_session.refresh_from_db()
    qualified_after = list(Qualifier.objects.values_list("contestant", flat=True))
    assert qualified_after != qualified_before
    assert next_session.commitment == commitment
    seated_contestants = {
        seat_holder.contestant_id
        for seat_holder in SeatHolder.objects.filter(seating__round__section__session=next_session)
    }
    assert seated_contestants == (set(qualified_after) if is_dealt else set())


def test_started_stage_cannot_be_requalified(client) -> None:
    session, director = finished_groups()
    next_session = create_next_stage(
        session.stage.event, knock_out_plan(session.stage, 2), director
    )
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        requalify(session.stage.event, director)
    assert problem_codes(refused) == ["stage_begun"]


def test_requalifying_replans_finals_in_several_sections() -> None:
    session, director = created(8, movement="howell", round_count=3, boards_per_round=1)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    play_out(session, director)
    finals = (
        FinalPlan("howell", PlaceRange(1, 4), "A", rounds=3),
        FinalPlan("howell", PlaceRange(5, 8), "B", rounds=3),
    )
    next_session = create_next_stage(session.stage.event, NextStagePlan(finals), director)
    deal_session(next_session.pk, "sort", director)
    for play in Play.objects.filter(board__session=session).order_by("pk"):
        awards = {"ns": "60%", "ew": "40%"}
        give_awards(
            play.pk,
            awards,
            replaces=play.revision,
            reason="cards were seen",
            actor=director,
            key=f"{play.pk}",
        )
    requalify(session.stage.event, director)
    catch_up()
    ranked_numbers = [row.number for row in latest_standings(session.stage).rows]
    for name, numbers in (("A", ranked_numbers[:4]), ("B", ranked_numbers[4:])):
        section = next_session.sections.get(name=name)
        assert [
            assignment.contestant.number for assignment in section.assignments.order_by("number")
        ] == numbers
        assert section.rounds.count() == 3
