"""Finals made out of any ranking of a stage that is over: who goes where, why, and what is
refused."""

import random
from fractions import Fraction

import pytest

from games.problems import ValidationFailed
from tests.scenes.divided import begun_in_sections, play_in
from tests.scenes.drawn import play_matches, started_matches
from tests.scenes.evening import created, play_out
from tests.scenes.late_and_leaving import let_leave
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.rounds.division import SectionPlan
from tournaments.actions.rounds.draw_state import current_stage_state
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Qualifier, Session, Stage
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.scoring_pipeline import lock_and_compute_standings
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
TURNED = {"rotation": "round_robin"}


def over(number: int = 16, movement_options: dict[str, str] | None = None) -> tuple[Session, Actor]:
    """A barometer of so many pairs in one ranking, played out."""
    session, director = created(
        number, "barometer", 3, 2, movement_options=movement_options or TURNED
    )
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    play_out(session, director, random.Random(4))
    return session, director


def final(
    name: str, who: PlaceRange | None, movement: str = "barometer", rounds: int = 3
) -> FinalPlan:
    return FinalPlan(movement, who, name, TURNED if movement == "barometer" else {}, rounds)


def plan(*finals: FinalPlan) -> NextStagePlan:
    return NextStagePlan(finals)


def order(stage: Stage) -> list[int]:
    catch_up()
    return [row.number for row in lock_and_compute_standings(stage).rows]


def allotted(session: Session) -> dict[str, list[int]]:
    """By final, who plays in it, in the order of its movement."""
    return {
        section.name: list(
            section.assignments.order_by("number").values_list("contestant__number", flat=True)
        )
        for section in session.sections.order_by("number")
    }


def codes(refused: pytest.ExceptionInfo[ValidationFailed]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


@pytest.mark.thorough
def test_the_best_play_for_the_title_and_the_others_beside_them() -> None:
    session, director = over()
    ranking = order(session.stage)
    after = create_next_stage(
        session.stage.event, plan(final("A", PlaceRange(1, 8)), final("B", None)), director
    )
    assert allotted(after) == {"A": ranking[:8], "B": ranking[8:]}
    assert after.stage.ranks_sections_separately
    why = dict(Qualifier.objects.values_list("contestant__number", "reason__template"))
    assert [why[ranking[0]], why[ranking[15]]] == ["Place %(place)d.", "One of the rest."]
    assert list(Qualifier.objects.values_list("contestant__number", flat=True)) == ranking
    deal_session(after.pk, "", director)
    start_session(after.pk, director)
    for name in ("A", "B"):
        play_in(after, name, 3, director)
    finish_session(after.pk, director)
    catch_up()
    found = lock_and_compute_standings(Stage.objects.get(pk=after.stage_id)).rankings
    assert [{row.number for row in each.rows} for each in found] == [
        set(ranking[:8]),
        set(ranking[8:]),
    ]
    again = create_next_session(session.stage.event, director)
    assert {name: set(who) for name, who in allotted(again).items()} == {
        "A": set(ranking[:8]),
        "B": set(ranking[8:]),
    }


@pytest.mark.thorough
def test_a_final_is_drawn_where_it_is_the_only_one() -> None:
    session, director = over()
    ranking = order(session.stage)
    after = create_next_stage(
        session.stage.event, plan(final("", PlaceRange(1, 8), "swiss")), director
    )
    deal_session(after.pk, "", director)
    start_session(after.pk, director)
    seated = (
        after.sections.get()
        .rounds.get()
        .seatings.values_list("places__contestant__number", flat=True)
    )
    assert set(seated) == set(ranking[:8])


@pytest.mark.thorough
def test_the_best_of_each_line_go_on_first_the_winners() -> None:
    session, director = created(16, "mitchell", 4, 2)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    play_out(session, director, random.Random(4))
    event, stage = session.stage.event, session.stage
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(event, plan(final("", PlaceRange(1, 8))), director)
    assert codes(refused) == ["no_whole_ranking"], "N-S and E-W are ranked apart"
    after = create_next_stage(event, plan(final("", PlaceRange(1, 3, each=True))), director)
    lines = [
        [row.number for row in ranking.rows][:3]
        for ranking in lock_and_compute_standings(stage).rankings
    ]
    (who,) = allotted(after).values()
    assert who == [number for place in zip(*lines, strict=True) for number in place]
    assert Qualifier.objects.earliest("seed").reason["template"] == "Place %(place)d of N-S."


@pytest.mark.thorough
def test_of_one_field_the_best_of_each_section_are_named_by_it() -> None:
    options = {"rotation": "round_robin"}
    plans = (
        SectionPlan("A", "barometer", options, 3, tuple(range(1, 13))),
        SectionPlan("Vic", "barometer", options, 3, tuple(range(13, 23))),
    )
    session, director = begun_in_sections(*plans)
    for name in ("A", "Vic"):
        play_in(session, name, 3, director)
    finish_session(session.pk, director)
    ranking = order(session.stage)
    after = create_next_stage(
        session.stage.event, plan(final("", PlaceRange(1, 4, each=True))), director
    )
    (who,) = allotted(after).values()
    best = [[one for one in ranking if one in range(*within)][:4] for within in ((1, 13), (13, 23))]
    assert {who[0], who[1]} == {best[0][0], best[1][0]}
    assert set(who) == {*best[0], *best[1]}
    said = Qualifier.objects.get(contestant__number=best[1][0]).reason
    assert said == {
        "template": "Place %(place)d in section %(section)s.",
        "params": {"section": "Vic", "place": 1},
    }


def test_who_has_left_does_not_go_on_and_the_next_does() -> None:
    session, director = started_matches(8, "round_robin", rounds=7)
    rng = random.Random(2)
    play_matches(session, director, rng)
    let_leave(session.stage.event, session.stage.event.contestants.get(number=3).pk, director)
    while playing_round(session):
        play_matches(session, director, rng)
    finish_session(session.pk, director)
    ranking = [one for one in order(session.stage) if one != 3]
    after = create_next_stage(
        session.stage.event, plan(final("", PlaceRange(1, 4), "round_robin")), director
    )
    assert allotted(after) == {"": ranking[:4]}


REFUSED: tuple[tuple[tuple[FinalPlan, ...], list[str]], ...] = (
    ((), ["no_final"]),
    ((final("A", PlaceRange(1, 8)), final("B", PlaceRange(8, 16))), ["in_two_finals"] * 2),
    ((final("A", None), final("B", None)), ["in_two_finals"] * 32),
    ((final("A", PlaceRange(1, 8)), final("B", PlaceRange(9, 17))), ["no_such_place"]),
    ((final("A", PlaceRange(5, 1)), final("B", None)), ["wrong_places"]),
    ((final("", PlaceRange(1, 8)), final("A", None)), ["section_unnamed"]),
    ((final("A", PlaceRange(1, 8)), final("A", None)), ["section_name_twice"] * 2),
    ((final("A", PlaceRange(1, 8), "swiss"), final("B", None)), ["drawn"]),
    ((final("A", PlaceRange(1, 8)), final("B", None, "swiss")), ["drawn"]),
    (
        (final("A", PlaceRange(1, 8), rounds=12), final("B", PlaceRange(9, 10))),
        ["too_many_rounds", "wrong_size"],
    ),
    ((final("", PlaceRange(1, 8), "knock_out"),), ["method_compares", "one_match"]),
)


@pytest.mark.thorough
def test_everything_wrong_is_named_and_nothing_stored() -> None:
    session, director = over()
    for finals, expected in REFUSED:
        with pytest.raises(ValidationFailed) as refused:
            create_next_stage(session.stage.event, plan(*finals), director)
        assert codes(refused) == expected
    assert Stage.objects.count() == 1
    assert not Qualifier.objects.exists()


@pytest.mark.thorough
def test_a_final_without_a_movement_has_one_winner_where_it_can() -> None:
    session, director = over(12)
    after = create_next_stage(session.stage.event, plan(FinalPlan("", None, rounds=5)), director)
    section = after.sections.get()
    assert section.movement
    assert section.movement.winner_count(12) == 1


@pytest.mark.parametrize("part", ["-1/2", "3/2"])
def test_only_a_part_is_carried_over(part: str) -> None:
    session, director = over(8)
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(
            session.stage.event,
            NextStagePlan((final("", None),), carry_over=Fraction(part)),
            director,
        )
    assert codes(refused) == ["wrong_part"]


def test_nothing_is_carried_over_to_a_knock_out_nor_from_one() -> None:
    session, director = started_matches(4, "knock_out", rounds=2)
    play_matches(session, director)
    finish_session(session.pk, director)
    half = Fraction(1, 2)
    for movement in ("knock_out", "round_robin"):
        with pytest.raises(ValidationFailed) as refused:
            create_next_stage(
                session.stage.event,
                NextStagePlan((final("", PlaceRange(1, 4), movement),), carry_over=half),
                director,
            )
        assert codes(refused) == ["carried_knock_out"]


def test_a_final_of_matches_begins_with_half_of_the_points() -> None:
    session, director = started_matches(6, "round_robin", rounds=5)
    rng = random.Random(2)
    while playing_round(session):
        play_matches(session, director, rng)
    finish_session(session.pk, director)
    catch_up()
    before = {row.number: row.total for row in lock_and_compute_standings(session.stage).rows}
    half = Fraction(1, 2)
    swiss = NextStagePlan((final("", PlaceRange(1, 4), "swiss", rounds=2),), carry_over=half)
    after = create_next_stage(session.stage.event, swiss, director)
    deal_session(after.pk, "", director)
    start_session(after.pk, director)
    after.refresh_from_db()
    play_matches(after, director, rng)
    state = current_stage_state(after.stage, 1)
    rows = {row.number: row for row in lock_and_compute_standings(after.stage).rows}
    assert {one: row.carried.total for one, row in rows.items()} == {
        one: before[one] * half for one in rows
    }
    assert {one: state.totals[one] for one in rows} == {one: row.total for one, row in rows.items()}
