"""Divide a session into sections with their own movement, rounds and tables."""

import random

import pytest

from games.problems import ValidationFailed
from tests.scenes import evening
from tournaments import scoring_pipeline
from tournaments.actions.boards.board_preparation import open_hands, set_preparation_mode
from tournaments.actions.contestants.registration import add_contestants, withdraw_contestant
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import (
    Contestant,
    Play,
    ResultScale,
    Round,
    Section,
    SectionAssignment,
    Session,
    Table,
)
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers
from tournaments.queries.boards.board_preparation import copies_by_table
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

RNG = random.Random(7)
A = SectionPlan("A", "mitchell", {}, 5, tuple(range(1, 11)))
B = SectionPlan("B", "howell", {}, 5, tuple(range(11, 17)))
VIC = SectionPlan("Vic", "howell", {}, 5, tuple(range(17, 23)))


def divided_session(*plans: SectionPlan, ranks_separately: bool = False) -> tuple[Session, Actor]:
    """Create a session of 22 pairs in sections; the boards are not dealt."""
    session, director = evening.created(22, movement="barometer", round_count=5, boards_per_round=2)
    divide_session(session, Division(plans or (A, B, VIC), ranks_separately), director)
    session.refresh_from_db()
    return session, director


def started_session(*plans: SectionPlan, ranks_separately: bool = False) -> tuple[Session, Actor]:
    session, director = divided_session(*plans, ranks_separately=ranks_separately)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def refused_codes(session: Session, director: Actor, *plans: SectionPlan) -> set[str]:
    with pytest.raises(ValidationFailed) as refused:
        divide_session(session, Division(plans), director)
    return {problem.code for problem in refused.value.problems}


def test_section_has_its_own_movement_rounds_and_tables() -> None:
    session, _director = started_session()
    rows = [
        (section.name, section.tables.count(), section.rounds.count())
        for section in session.sections.all()
    ]
    assert rows == [("A", 5, 5), ("B", 3, 5), ("Vic", 3, 5)]
    labels = [table.label for table in Table.objects.order_by("section__number", "number")]
    assert labels[:6] == ["A1", "A2", "A3", "A4", "A5", "B1"]
    assert labels[-1] == "Vic 3"
    assert session.boards.count() == 10
    assert Round.objects.filter(section__session=session).exclude(started_at=None).count() == 3


@pytest.mark.thorough
def test_sections_play_the_same_boards_in_one_field() -> None:
    session, director = started_session()
    while playing_round(session):
        evening.play_round(session, director, RNG)
    catch_up()
    board = session.boards.get(number=1)
    tables = {play.seating.table.section.name for play in board.plays.exclude(entry=None)}
    assert tables == {"A", "B", "Vic"}
    assert ResultScale.objects.filter(board=board).count() == 2
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.thorough
def test_board_is_sealed_until_the_last_section_has_played_it() -> None:
    session, director = started_session()
    sections = {section.name: section for section in session.sections.all()}
    boards = set(session.boards.values_list("number", flat=True))
    for name in ("A", "B"):
        for round_ in sections[name].rounds.order_by("number"):
            evening.enter_round(round_, RNG)
            end_round(round_.pk, director)
    assert sealed_board_numbers(session) == boards
    rounds = list(sections["Vic"].rounds.order_by("number"))
    for round_ in rounds[:-1]:
        evening.enter_round(round_, RNG)
        end_round(round_.pk, director)
    assert sealed_board_numbers(session) == {
        play.board.number for play in Play.objects.filter(seating__round=rounds[-1])
    }


def test_contestant_in_no_section_does_not_play() -> None:
    started_session(A, B)
    seated = Contestant.objects.exclude(places=None).values_list("number", flat=True)
    assert set(seated) == set(range(1, 17))


def test_division_reports_every_problem_at_once() -> None:
    session, director = evening.created(22, movement="barometer", round_count=5, boards_per_round=2)
    invalid_plans = (
        SectionPlan("", "mitchell", {}, 5, (1, 2, 3, 99)),
        SectionPlan("A", "howell", {}, 5, (1, 4, 5, 6)),
        SectionPlan("a", "howell", {}, 5, (7, 8)),
        SectionPlan("x" * 21, "howell", {}, 5, (9, 10)),
    )
    assert refused_codes(session, director, *invalid_plans) == {
        "section_unnamed",
        "section_name_twice",
        "section_name_long",
        "no_contestant",
        "allotted_twice",
    }
    assert refused_codes(
        session, director, SectionPlan("A", "howell", {}, 30, tuple(range(1, 9))), B
    )
    assert not SectionAssignment.objects.exists()
    assert session.sections.count() == 1


def test_started_or_drawn_session_is_not_divided() -> None:
    session, director = started_session()
    assert refused_codes(session, director, A, B) == {"started"}
    drawn_session, other_director = evening.created(
        8, movement="swiss", round_count=3, boards_per_round=2
    )
    assert "drawn" in refused_codes(
        drawn_session, other_director, SectionPlan("A", "howell", {}, 3, (1, 2, 3, 4))
    )


def test_division_keeps_the_dealt_boards() -> None:
    session, director = evening.created(22, movement="barometer", round_count=5, boards_per_round=2)
    deal_session(session.pk, "sort", director)
    divide_session(session, Division((A, B, VIC)), director)
    session.refresh_from_db()
    assert (session.state, session.salt) == (Session.State.DEALT, "sort")
    assert Play.objects.filter(board__session=session).count() == (5 + 3 + 3) * 5 * 2


def test_newcomer_is_assigned_to_the_section_with_room() -> None:
    nine = SectionPlan("A", "mitchell", {}, 5, tuple(range(1, 10)))
    session, director = divided_session(
        nine, SectionPlan("B", "howell", {}, 5, tuple(range(11, 17)))
    )
    add_contestants(session.stage.event, ["Joan – Laia"], director)
    section = Section.objects.get(assignments__contestant__name="Joan – Laia")
    assert (section.name, section.assignments.count()) == ("A", 10)


def test_withdrawal_leaves_no_gap_in_the_section() -> None:
    session, director = divided_session()
    withdrawn = Contestant.objects.get(number=12)
    withdraw_contestant(session.stage.event, withdrawn.pk, director)
    section = session.sections.get(name="B")
    numbers = list(section.assignments.values_list("number", flat=True))
    assert numbers == [1, 2, 3, 4, 5]
    deal_session(session.pk, "", director)
    assert section.rounds.exists()


@pytest.mark.thorough
def test_event_file_of_a_divided_event_survives_export_and_import() -> None:
    session, director = started_session()
    for section in session.sections.order_by("number"):
        evening.enter_round(section.rounds.get(number=1), RNG)
    finish_session(session.pk, director)
    catch_up()
    standings = scoring_pipeline.lock_and_compute_standings(session.stage)
    file = event_file(session.stage.event)
    file["event"]["slug"] = "un-altre"
    imported = import_event(file, director)
    catch_up()
    assert scoring_pipeline.lock_and_compute_standings(imported.stages.get()) == standings
    assert event_file(imported) == file


@pytest.mark.thorough
def test_sections_can_be_separate_fields() -> None:
    """Their scales and rankings are those of three events of that size."""
    session, director = started_session(ranks_separately=True)
    while playing_round(session):
        evening.play_round(session, director, RNG)
    catch_up()
    assert set(ResultScale.objects.values_list("field", flat=True)) == {1, 2, 3}
    standings = scoring_pipeline.lock_and_compute_standings(session.stage)
    rankings = [
        (ranking.section, ranking.line, len(ranking.rows)) for ranking in standings.rankings
    ]
    assert rankings == [(1, "ns", 5), (1, "ew", 5), (2, "all", 6), (3, "all", 6)]
    assert all(ranking.rows[0].rank == 1 for ranking in standings.rankings)
    assert scoring_pipeline.recount(session.stage.event) == []
    alone = [play.line_points for play in Play.objects.filter(field=2, board__number=1)]
    scale = ResultScale.objects.get(board__number=1, field=2, line="ns")
    assert sum(scale.frequencies.values()) == len(alone) == 3


@pytest.mark.thorough
def test_ranking_of_sections_cannot_change_after_play() -> None:
    session, director = started_session()
    while playing_round(session):
        evening.play_round(session, director, RNG)
    finish_session(session.pk, director)
    next_session = create_next_session(session.stage.event, director)
    assert [section.name for section in next_session.sections.all()] == ["A", "B", "Vic"]
    with pytest.raises(ValidationFailed, match="compared otherwise"):
        divide_session(
            next_session, Division((A, B, VIC), ranks_sections_separately=True), director
        )
    divide_session(next_session, Division((A, B)), director)


@pytest.mark.parametrize(
    ("movement", "options", "code"),
    [("swiss", {}, "drawn"), ("round_robin", {"groups": "2"}, "grouped")],
)
def test_drawn_and_grouped_movements_are_not_allowed_in_sections(
    movement: str, options: dict[str, str], code: str
) -> None:
    session, director = evening.created(22, movement="barometer", round_count=3, boards_per_round=2)
    plan = SectionPlan("A", movement, options, 3, tuple(range(1, 9)))
    assert code in refused_codes(session, director, plan, B)


def test_tables_with_actions_keep_their_sections() -> None:
    session, director = evening.created(22, movement="barometer", round_count=5, boards_per_round=2)
    deal_session(session.pk, "sort", director)
    table = Table.objects.select_related("section__session__stage__event__club").earliest("pk")
    session.refresh_from_db()
    set_preparation_mode(session, True, director)
    own_copy, *_others = copies_by_table(session)[table.pk]
    open_hands(session, table, own_copy.number, Actor.of_table(table.pk, "phone", "ns"))
    assert refused_codes(session, director, A, B, VIC) == {"tables_acted"}
    assert session.sections.count() == 1
