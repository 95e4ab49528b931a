"""Groups, then a knock-out of the best: who goes on and why, and how it is played to its end."""

import random

import pytest

from games.problems import ValidationFailed
from tests.scenes.drawn import next_round, play_matches, started_matches
from tests.scenes.evening import created, play_out
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import desk, signed_in
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
from tournaments.queries.events.next_stage import knock_out_places
from tournaments.queries.rounds.seating import playing_round
from tournaments.scoring_pipeline import lock_and_compute_standings, pending_stages
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def groups_over(number: int = 12, groups: int = 4):
    session, director = started_matches(
        number, "round_robin", rounds=3, movement_options={"groups": str(groups)}
    )
    rng = random.Random(5)
    while playing_round(session):
        play_matches(session, director, rng)
    finish_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def test_winners_of_groups_are_seeded_before_the_others_each_with_a_reason():
    session, director = groups_over()
    after = create_next_stage(session.stage.event, knock_out_plan(session.stage, 2), director)
    qualifiers = list(Qualifier.objects.all())
    assert [each.seed for each in qualifiers] == list(range(1, 9))
    assert {each.group for each in qualifiers[:4]} == {1, 2, 3, 4}
    assert all(each.reason["template"].startswith("Winner of group") for each in qualifiers[:4])
    assert (after.stage.number, after.rounds_planned, after.stage.movement_key) == (
        2,
        3,
        "knock_out",
    )


@pytest.mark.thorough
def test_the_knock_out_is_played_until_one_is_left():
    session, director = groups_over()
    after = create_next_stage(session.stage.event, knock_out_plan(session.stage, 2), director)
    deal_session(after.pk, "", director)
    start_session(after.pk, director)
    after.refresh_from_db()
    rng = random.Random(6)
    first = {
        place.contestant_id
        for place in SeatHolder.objects.filter(seating__round__section__session=after)
    }
    assert first == {each.contestant_id for each in Qualifier.objects.all()}
    for tables in (4, 2, 1):
        round_ = playing_round(after)
        assert round_.seatings.count() == tables
        play_matches(after, director, rng)
        if tables > 1:
            next_round(after, director)
    finish_session(after.pk, director)
    catch_up()
    (ranking,) = lock_and_compute_standings(after.stage).rankings
    assert [row.total for row in ranking.rows] == [3, 2, 1, 1, 0, 0, 0, 0]
    assert {row.rank for row in ranking.rows} >= {1, 2, 3}


def test_nobody_meets_his_own_group_in_the_first_round():
    session, director = groups_over()
    after = create_next_stage(session.stage.event, knock_out_plan(session.stage, 2), director)
    deal_session(after.pk, "", director)
    group = {each.contestant_id: each.group for each in Qualifier.objects.all()}
    for seating in after.sections.get().rounds.get().seatings.all():
        one, other = {place.contestant_id for place in seating.places.all()}
        assert group[one] != group[other]


def test_a_drawn_match_waits_for_two_more_deals():
    session, director = groups_over()
    after = create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    deal_session(after.pk, "", director)
    start_session(after.pk, director)
    round_ = playing_round(after)
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
        draw_round(after.pk, director)
    assert codes(refused) == ["table_drawn", "table_drawn"]
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
    assert draw_round(after.pk, director).seatings.count() == 1


def test_it_follows_only_what_is_over():
    session, director = started_matches(
        12, "round_robin", rounds=3, movement_options={"groups": "4"}
    )
    assert knock_out_places(session) is None
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert codes(refused) == ["not_finished"]


def test_nothing_follows_final_standings():
    session, director = groups_over()
    assert knock_out_places(session).places == (1, 2)
    publish_event(session.stage.event_id, director)
    session.stage.event.refresh_from_db()
    assert knock_out_places(session) is None
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert codes(refused) == ["published"]
    assert Session.objects.count() == 1


def test_a_method_that_compares_tables_decides_no_knock_out():
    session, director = created(8, "round_robin", 7, 1)
    session.state = Session.State.FINISHED
    session.save()
    assert knock_out_places(session) is None
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert "too_few_qualify" in codes(refused) or "method_compares" in codes(refused)
    assert not Qualifier.objects.exists()


def test_who_goes_on_does_not_depend_on_how_far_the_worker_is():
    session, director = groups_over()
    assert Play.objects.behind().filter(board__session=session).exists(), "nothing is scored yet"
    create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    behind = qualified_now()
    session.stage.event.stages.get(number=2).delete()
    catch_up()
    create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert behind == qualified_now()


def test_going_on_leaves_the_standings_of_the_stage_up_to_date(django_capture_on_commit_callbacks):
    """The task that was queued for a board finds nothing left to score, and asks for no
    standings."""
    session, director = groups_over()
    with django_capture_on_commit_callbacks(execute=True):
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 1), director)
    assert session.stage_id not in list(pending_stages())


def qualified_now() -> list[tuple[int, int]]:
    """Who goes on, by seed, with his group."""
    return list(Qualifier.objects.order_by("seed").values_list("contestant__number", "group"))


def _turned(play: Play, director) -> None:
    """A match whose winner is the other side after all."""
    said = play.entry.outcome
    outcome = {"ns_points": str(said["ew_points"]), "ew_points": str(said["ns_points"])}
    how = {"replaces": play.revision, "reason": "so", "actor": director, "key": f"turned {play.pk}"}
    decide_play(play.pk, Entry.Kind.CORRECTION, outcome, **how)


@pytest.mark.thorough
@pytest.mark.parametrize("is_dealt", [False, True])
def test_desk_says_that_qualifiers_follow_older_standings_and_chooses_them_again(
    client, is_dealt
) -> None:
    session, director = groups_over()
    signed_in(client, director)
    after = create_next_stage(session.stage.event, knock_out_plan(session.stage, 2), director)
    if is_dealt:
        deal_session(after.pk, "", director)
    page = desk(session)
    assert "have changed since it was chosen" not in client.get(page).content.decode()
    before = list(Qualifier.objects.values_list("contestant", flat=True))
    for play in (
        Play.objects.filter(board__session=session).select_related("entry").order_by("pk")[:6]
    ):
        _turned(play, director)
    catch_up()
    assert "have changed since the qualifiers were chosen" in client.get(page).content.decode()
    commitment = after.commitment
    said = client.post(desk(session, "qualify_again"), follow=True).content.decode()
    assert "The qualifiers are chosen again." in said
    assert "have changed since it was chosen" not in said
    after.refresh_from_db()
    now = list(Qualifier.objects.values_list("contestant", flat=True))
    assert now != before
    assert after.commitment == commitment
    first = {
        place.contestant_id
        for place in SeatHolder.objects.filter(seating__round__section__session=after)
    }
    assert first == (set(now) if is_dealt else set())


def test_qualifiers_of_a_stage_that_has_begun_stay(client) -> None:
    session, director = groups_over()
    after = create_next_stage(session.stage.event, knock_out_plan(session.stage, 2), director)
    deal_session(after.pk, "", director)
    start_session(after.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        requalify(session.stage.event, director)
    assert codes(refused) == ["stage_begun"]


def test_finals_of_several_sections_are_chosen_again() -> None:
    session, director = created(8, "howell", 3, 1)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    play_out(session, director)
    finals = (
        FinalPlan("howell", PlaceRange(1, 4), "A", rounds=3),
        FinalPlan("howell", PlaceRange(5, 8), "B", rounds=3),
    )
    after = create_next_stage(session.stage.event, NextStagePlan(finals), director)
    deal_session(after.pk, "sort", director)
    for play in Play.objects.filter(board__session=session).order_by("pk"):
        given = {"ns": "60%", "ew": "40%"}
        give_awards(
            play.pk, given, replaces=play.revision, reason="so", actor=director, key=f"{play.pk}"
        )
    requalify(session.stage.event, director)
    catch_up()
    rows = [row.number for row in latest_standings(session.stage).rows]
    for name, numbers in (("A", rows[:4]), ("B", rows[4:])):
        section = after.sections.get(name=name)
        assert [
            each.contestant.number for each in section.assignments.order_by("number")
        ] == numbers
        assert section.rounds.count() == 3
