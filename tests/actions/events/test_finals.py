"""Finals: which contestants of a finished stage qualify, why, and what is refused."""

import random
from fractions import Fraction

import pytest

from games.problems import ValidationFailed
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.divided_session import play_rounds_of_section, started_in_sections
from tests.scenes.evening import created, play_out
from tests.scenes.matches import play_matches, started_matches
from tests.scenes.problems import problem_codes
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.rounds.division import SectionPlan
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.actions.rounds.stage_state import score_and_read_stage_state
from tournaments.models import Qualifier, Session, Stage
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.scoring_pipeline import lock_and_compute_standings
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

ROUND_ROBIN_ROTATION = {"rotation": "round_robin"}


def finished_barometer(
    contestant_count: int = 16, movement_options: dict[str, str] | None = None
) -> tuple[Session, Actor]:
    """Return a finished session of pairs with a single ranking, and its director."""
    session, director = created(
        contestant_count,
        movement="barometer",
        round_count=3,
        boards_per_round=2,
        movement_options=movement_options or ROUND_ROBIN_ROTATION,
    )
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    play_out(session, director, random.Random(4))
    return session, director


def final_plan(
    name: str, places: PlaceRange | None, movement: str = "barometer", rounds: int = 3
) -> FinalPlan:
    return FinalPlan(
        movement, places, name, ROUND_ROBIN_ROTATION if movement == "barometer" else {}, rounds
    )


def next_stage_plan(*finals: FinalPlan) -> NextStagePlan:
    return NextStagePlan(finals)


def ranked_numbers(stage: Stage) -> list[int]:
    catch_up()
    return [row.number for row in lock_and_compute_standings(stage).rows]


def numbers_by_final(session: Session) -> dict[str, list[int]]:
    """Return contestant numbers by final, in order of their numbers in its movement."""
    return {
        section.name: list(
            section.assignments.order_by("number").values_list("contestant__number", flat=True)
        )
        for section in session.sections.order_by("number")
    }


@pytest.mark.thorough
def test_best_contestants_play_final_a_and_the_rest_final_b() -> None:
    session, director = finished_barometer()
    ranking = ranked_numbers(session.stage)
    next_session = create_next_stage(
        session.stage.event,
        next_stage_plan(final_plan("A", PlaceRange(1, 8)), final_plan("B", None)),
        director,
    )
    assert numbers_by_final(next_session) == {"A": ranking[:8], "B": ranking[8:]}
    assert next_session.stage.ranks_sections_separately
    reasons = dict(Qualifier.objects.values_list("contestant__number", "reason__template"))
    assert [reasons[ranking[0]], reasons[ranking[15]]] == ["Place %(place)d.", "One of the rest."]
    assert list(Qualifier.objects.values_list("contestant__number", flat=True)) == ranking
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    for name in ("A", "B"):
        play_rounds_of_section(next_session, name, 3, director)
    finish_session(next_session.pk, director)
    catch_up()
    rankings = lock_and_compute_standings(Stage.objects.get(pk=next_session.stage_id)).rankings
    assert [{row.number for row in ranking.rows} for ranking in rankings] == [
        set(ranking[:8]),
        set(ranking[8:]),
    ]
    third_session = create_next_session(session.stage.event, director)
    assert {name: set(numbers) for name, numbers in numbers_by_final(third_session).items()} == {
        "A": set(ranking[:8]),
        "B": set(ranking[8:]),
    }


@pytest.mark.thorough
def test_single_final_can_have_drawn_rounds() -> None:
    session, director = finished_barometer()
    ranking = ranked_numbers(session.stage)
    next_session = create_next_stage(
        session.stage.event, next_stage_plan(final_plan("", PlaceRange(1, 8), "swiss")), director
    )
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    seated = (
        next_session.sections.get()
        .rounds.get()
        .seatings.values_list("places__contestant__number", flat=True)
    )
    assert set(seated) == set(ranking[:8])


@pytest.mark.thorough
def test_best_of_each_line_qualify_with_the_winners_seeded_first() -> None:
    session, director = created(16, movement="mitchell", round_count=4, boards_per_round=2)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    play_out(session, director, random.Random(4))
    event, stage = session.stage.event, session.stage
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(event, next_stage_plan(final_plan("", PlaceRange(1, 8))), director)
    assert problem_codes(refused) == ["no_whole_ranking"], "N-S and E-W are ranked apart"
    next_session = create_next_stage(
        event, next_stage_plan(final_plan("", PlaceRange(1, 3, each=True))), director
    )
    lines = [
        [row.number for row in ranking.rows][:3]
        for ranking in lock_and_compute_standings(stage).rankings
    ]
    (numbers,) = numbers_by_final(next_session).values()
    assert numbers == [number for place in zip(*lines, strict=True) for number in place]
    assert Qualifier.objects.earliest("seed").reason["template"] == "Place %(place)d of N-S."


@pytest.mark.thorough
def test_reason_of_a_qualifier_names_their_section() -> None:
    plans = (
        SectionPlan("A", "barometer", ROUND_ROBIN_ROTATION, 3, tuple(range(1, 13))),
        SectionPlan("Vic", "barometer", ROUND_ROBIN_ROTATION, 3, tuple(range(13, 23))),
    )
    session, director = started_in_sections(*plans)
    for name in ("A", "Vic"):
        play_rounds_of_section(session, name, 3, director)
    finish_session(session.pk, director)
    ranking = ranked_numbers(session.stage)
    next_session = create_next_stage(
        session.stage.event, next_stage_plan(final_plan("", PlaceRange(1, 4, each=True))), director
    )
    (numbers,) = numbers_by_final(next_session).values()
    best = [
        [number for number in ranking if number in range(*bounds)][:4]
        for bounds in ((1, 13), (13, 23))
    ]
    assert {numbers[0], numbers[1]} == {best[0][0], best[1][0]}
    assert set(numbers) == {*best[0], *best[1]}
    reason = Qualifier.objects.get(contestant__number=best[1][0]).reason
    assert reason == {
        "template": "Place %(place)d in section %(section)s.",
        "params": {"section": "Vic", "place": 1},
    }


def test_withdrawn_contestant_does_not_qualify_and_the_next_one_does() -> None:
    session, director = started_matches(8, "round_robin", round_count=7)
    rng = random.Random(2)
    play_matches(session, director, rng)
    withdraw_during_session(
        session.stage.event, session.stage.event.contestants.get(number=3).pk, director
    )
    while playing_round(session):
        play_matches(session, director, rng)
    finish_session(session.pk, director)
    ranking = [number for number in ranked_numbers(session.stage) if number != 3]
    next_session = create_next_stage(
        session.stage.event,
        next_stage_plan(final_plan("", PlaceRange(1, 4), "round_robin")),
        director,
    )
    assert numbers_by_final(next_session) == {"": ranking[:4]}


REFUSED_FINALS: tuple[tuple[tuple[FinalPlan, ...], list[str]], ...] = (
    ((), ["no_final"]),
    (
        (final_plan("A", PlaceRange(1, 8)), final_plan("B", PlaceRange(8, 16))),
        ["in_two_finals"] * 2,
    ),
    ((final_plan("A", None), final_plan("B", None)), ["in_two_finals"] * 32),
    ((final_plan("A", PlaceRange(1, 8)), final_plan("B", PlaceRange(9, 17))), ["no_such_place"]),
    ((final_plan("A", PlaceRange(5, 1)), final_plan("B", None)), ["wrong_places"]),
    ((final_plan("", PlaceRange(1, 8)), final_plan("A", None)), ["section_unnamed"]),
    ((final_plan("A", PlaceRange(1, 8)), final_plan("A", None)), ["section_name_twice"] * 2),
    ((final_plan("A", PlaceRange(1, 8), "swiss"), final_plan("B", None)), ["drawn"]),
    ((final_plan("A", PlaceRange(1, 8)), final_plan("B", None, "swiss")), ["drawn"]),
    (
        (final_plan("A", PlaceRange(1, 8), rounds=12), final_plan("B", PlaceRange(9, 10))),
        ["too_many_rounds", "wrong_size"],
    ),
    ((final_plan("", PlaceRange(1, 8), "knock_out"),), ["method_compares", "one_match"]),
)


@pytest.mark.thorough
def test_wrong_finals_report_every_problem_and_store_nothing() -> None:
    session, director = finished_barometer()
    for finals, expected in REFUSED_FINALS:
        with pytest.raises(ValidationFailed) as refused:
            create_next_stage(session.stage.event, next_stage_plan(*finals), director)
        assert problem_codes(refused) == expected
    assert Stage.objects.count() == 1
    assert not Qualifier.objects.exists()


@pytest.mark.thorough
def test_final_without_a_movement_gets_one_with_a_single_winner() -> None:
    session, director = finished_barometer(12)
    next_session = create_next_stage(
        session.stage.event, next_stage_plan(FinalPlan("", None, rounds=5)), director
    )
    section = next_session.sections.get()
    assert section.movement
    assert section.movement.winner_count(12) == 1


@pytest.mark.parametrize("carry_over", ["-1/2", "3/2"])
def test_carry_over_outside_0_to_1_is_refused(carry_over: str) -> None:
    session, director = finished_barometer(8)
    with pytest.raises(ValidationFailed) as refused:
        create_next_stage(
            session.stage.event,
            NextStagePlan((final_plan("", None),), carry_over=Fraction(carry_over)),
            director,
        )
    assert problem_codes(refused) == ["wrong_part"]


def test_nothing_can_be_carried_over_to_or_from_a_knock_out() -> None:
    session, director = started_matches(4, "knock_out", round_count=2)
    play_matches(session, director)
    finish_session(session.pk, director)
    half = Fraction(1, 2)
    for movement in ("knock_out", "round_robin"):
        with pytest.raises(ValidationFailed) as refused:
            create_next_stage(
                session.stage.event,
                NextStagePlan((final_plan("", PlaceRange(1, 4), movement),), carry_over=half),
                director,
            )
        assert problem_codes(refused) == ["carried_knock_out"]


def test_final_of_matches_starts_with_half_of_the_points() -> None:
    session, director = started_matches(6, "round_robin", round_count=5)
    rng = random.Random(2)
    while playing_round(session):
        play_matches(session, director, rng)
    finish_session(session.pk, director)
    catch_up()
    totals_before = {
        row.number: row.total for row in lock_and_compute_standings(session.stage).rows
    }
    half = Fraction(1, 2)
    swiss = NextStagePlan((final_plan("", PlaceRange(1, 4), "swiss", rounds=2),), carry_over=half)
    next_session = create_next_stage(session.stage.event, swiss, director)
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    next_session.refresh_from_db()
    play_matches(next_session, director, rng)
    state = score_and_read_stage_state(next_session.stage, 1)
    rows = {row.number: row for row in lock_and_compute_standings(next_session.stage).rows}
    assert {number: row.carried.total for number, row in rows.items()} == {
        number: totals_before[number] * half for number in rows
    }
    assert {number: state.totals[number] for number in rows} == {
        number: row.total for number, row in rows.items()
    }
