"""A session in three sections: labels of tables, and rounds of each section."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.problems import ValidationFailed
from tests.scenes.devices import shared_phone
from tests.scenes.divided_session import (
    SECTION_OF_FEWER_ROUNDS,
    SECTION_OF_SIX,
    SECTION_OF_TEN,
    dealt_in_sections,
    play_rounds_of_section,
    section_of,
    started_in_sections,
    table_of,
)
from tests.scenes.teams import PLAN, started_teams
from tournaments.actions.rounds.division import SectionPlan
from tournaments.models import Play, SeatHolder, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.devices import Phone
from tournaments.queries.boards.board_preparation import (
    board_copies,
    boards_to_prepare,
    boards_with_copies,
)
from tournaments.queries.boards.travellers import traveller_rows
from tournaments.queries.desk.desk_state import read_desk_state
from tournaments.queries.desk.score_slips import find_slip, next_slip, untyped_slips
from tournaments.queries.paper.printed_sheets import (
    read_movement_cards,
    read_score_slips,
    read_table_sheets,
)
from tournaments.queries.phone.table_state import (
    TableState,
    current_or_first_seating,
    read_table_state,
)
from tournaments.queries.rounds.fairness import fairness_report
from tournaments.queries.rounds.meetings import meetings_of_sections
from tournaments.queries.rounds.moves import boards_after, moves_after, seat_elsewhere
from tournaments.queries.rounds.rounds import rounds_of
from tournaments.queries.rounds.seating import current_seating, play_at, round_of_section

pytestmark = pytest.mark.django_db

LABELS = ["A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "Vic 1", "Vic 2", "Vic 3"]


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    """Start section A in round 3 and B in round 1; Vic has played all of its three."""
    session, director = started_in_sections()
    play_rounds_of_section(session, "A", 2, director)
    play_rounds_of_section(session, "Vic", 3, director)
    return session, director


def state_of(table: Table, holder: int | None = None) -> TableState:
    phone = shared_phone(table) if holder is None else Phone(contestant_number=holder)
    return read_table_state(table, current_or_first_seating(table), phone)


def test_sections_play_their_own_rounds(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    playing = [round_of_section(section_of(session, name)) for name in ("A", "B", "Vic")]
    assert [round_ and round_.number for round_ in playing] == [3, 1, None]


def test_phone_shows_the_round_of_its_own_section(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    states = [state_of(table_of(session, name, 1)) for name in ("A", "B", "Vic")]
    assert [(state.phase, state.round) for state in states] == [
        ("playing", 3),
        ("playing", 1),
        ("ended", 3),
    ]
    play_rounds_of_section(session, "B", 5, director)
    assert state_of(table_of(session, "B", 1)).phase == "ended"
    assert state_of(table_of(session, "A", 1)).phase == "playing"


def test_last_round_is_that_of_the_section() -> None:
    session, director = started_in_sections()
    play_rounds_of_section(session, "Vic", 2, director)
    play_rounds_of_section(session, "A", 2, director)
    assert state_of(table_of(session, "Vic", 1)).is_last_round
    assert not state_of(table_of(session, "A", 1)).is_last_round


def test_phone_at_another_sections_table_is_sent_to_its_own(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    seating = current_seating(table_of(session, "B", 2))
    assert seating
    holder = SeatHolder.objects.filter(seating=seating).earliest("pk").contestant.number
    at_home = state_of(table_of(session, "B", 1), holder).seat_elsewhere
    elsewhere = state_of(table_of(session, "A", 1), holder).seat_elsewhere
    assert at_home == elsewhere
    assert (elsewhere and elsewhere.table, elsewhere and elsewhere.round) == ("B2", 1)
    playing = round_of_section(section_of(session, "A"))
    assert playing
    assert (
        seat_elsewhere(playing, table_of(session, "A", 1), Phone(contestant_number=17)) is None
    ), "their section has played its last round"


def test_contestants_and_boards_move_within_their_section(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    seating = current_seating(table_of(session, "A", 2))
    assert seating
    assert {move.table for move in moves_after(seating, session)} <= set(LABELS[:5])
    assert [going.table for going in boards_after(seating)] == ["A1"]


def test_desk_shows_each_section(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    room = read_desk_state(session, session.sections.all())
    assert room.has_several_sections
    assert room.is_playing
    rooms = [section.grid for section in room.sections]
    assert [(room.name, len(room.columns), len(room.rows)) for room in rooms] == [
        ("A", 5, 5),
        ("B", 5, 3),
        ("Vic", 3, 3),
    ]
    assert [room.current_round and room.current_round.number for room in rooms] == [3, 1, None]
    assert [room.missing_count for room in rooms] == [10, 6, 0]
    assert [row.table.label for row in room.rows] == LABELS


def queries_of_the_room(*plans: SectionPlan) -> int:
    session, director = started_in_sections(*plans)
    play_rounds_of_section(session, "A", 1, director)
    session = Session.objects.select_related("stage__event").get(pk=session.pk)
    with CaptureQueriesContext(connection) as queries:
        read_desk_state(session, session.sections.all())
    return len(queries)


def test_desk_takes_a_fixed_number_of_queries_for_any_sections() -> None:
    assert queries_of_the_room(
        SECTION_OF_TEN, SECTION_OF_SIX, SECTION_OF_FEWER_ROUNDS
    ) == queries_of_the_room(SECTION_OF_TEN)


def test_printed_sheets_label_every_table(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    assert [
        sheet.table.label for sheet in read_table_sheets(session, session.sections.all())
    ] == LABELS
    assert {
        len(sheet.rounds)
        for sheet in read_table_sheets(session, session.sections.all())
        if "Vic" in sheet.table.label
    } == {3}
    slips = read_score_slips(session, session.sections.all())
    assert [table.label for table in slips] == LABELS
    assert {(slip.table, slip.round) for table in slips for slip in slips[table]} == {
        (label, round_)
        for label in LABELS
        for round_ in range(1, 4 if label.startswith("Vic") else 6)
    }
    (card,) = [
        card
        for card in read_movement_cards(session, session.sections.all())
        if card.contestant.number == 17
    ]
    assert [turn.round for turn in card.rounds] == [1, 2, 3]
    assert {turn.table for turn in card.rounds} <= set(LABELS[8:])


def test_score_slip_is_found_by_the_tables_label(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    for typed, label in (("A1", "A1"), ("b 1", "B1"), ("vic1", "Vic 1"), ("Vic 1", "Vic 1")):
        slip = find_slip(session.sections.all(), 1, typed)
        assert slip
        assert slip.table.label == label
    assert find_slip(session.sections.all(), 1, "1") is None
    assert find_slip(session.sections.all(), 3, "B1") is None, (
        "the round has not started in that section"
    )


def test_score_slips_are_ordered_by_round_then_section() -> None:
    session, director = started_in_sections()
    play_rounds_of_section(session, "B", 1, director)
    pile = untyped_slips(session.sections.all())
    assert [(slip.round.number, slip.table.label) for slip in pile] == [
        *((1, label) for label in LABELS if label[0] != "B"),
        *((2, label) for label in LABELS if label[0] == "B"),
    ]
    assert next_slip(pile, pile[4]) == pile[5]


def test_rounds_page_labels_every_table(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    rounds = rounds_of(session.stage.event)
    order = [(round_.round.number, round_.round.section.name) for round_ in rounds]
    assert order[:4] == [(1, "A"), (1, "B"), (1, "Vic"), (2, "A")]
    assert len({round_.anchor for round_ in rounds}) == len(rounds) == 13
    assert [
        table_overview.table.label for round_ in rounds[:3] for table_overview in round_.tables
    ] == LABELS
    assert not any(round_.sitting_out for round_ in rounds)


def test_meetings_are_shown_for_each_section(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    pictures = meetings_of_sections(session, session.sections.all())
    assert [(picture.name, picture.current_round_number) for picture in pictures] == [
        ("A", 3),
        ("B", 1),
        ("Vic", None),
    ]
    assert [set(picture.meetings.rows) | set(picture.meetings.columns) for picture in pictures] == [
        set(range(1, 11)),
        set(range(11, 17)),
        set(range(17, 23)),
    ]


def test_already_played_board_names_the_tables_label() -> None:
    session, director = started_in_sections(
        replace(SECTION_OF_TEN, rounds=3), SECTION_OF_SIX, SECTION_OF_FEWER_ROUNDS
    )
    play_rounds_of_section(session, "A", 1, director)
    current_table = table_of(session, "A", 1)
    seating = current_seating(current_table)
    assert seating
    contestants = SeatHolder.objects.filter(seating=seating).values("contestant")
    played = Play.objects.filter(seating__places__contestant__in=contestants).exclude(state="due")
    play = played.exclude(board__plays__seating__table=current_table).select_related(
        "seating__table", "board"
    )[0]
    with pytest.raises(ValidationFailed) as refused:
        play_at(current_table, play.board.number)
    (problem,) = refused.value.problems
    assert problem.params["table"] == f"A{play.seating.table.number}"


def test_equal_results_are_ordered_by_section_and_table(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    Play.objects.filter(board__session=session, board__number=1).update(
        entry=None, state="due", line_points=""
    )
    labels = [
        result.play.seating.table.label for result in traveller_rows(session.boards.get(number=1))
    ]
    assert labels == [label for label in LABELS if label in labels]
    assert len(labels) > 5


def test_sections_prepare_their_own_boards() -> None:
    session, _director = dealt_in_sections()
    session.tables_make_up = True
    session.save()
    copies = board_copies(session)
    by_section = {
        name: {board_copy.number for board_copy in copies if board_copy.label.startswith(name)}
        for name in ("A", "B", "Vic")
    }
    assert by_section == {
        name: set(
            Play.objects.filter(seating__round__section__name=name).values_list(
                "board__number", flat=True
            )
        )
        for name in ("A", "B", "Vic")
    }
    first = boards_with_copies(session)[0]
    assert [board_copy.label[0] for board_copy in first.copies] == sorted(
        board_copy.label[0] for board_copy in first.copies
    )
    assert first.missing_tables == [board_copy.label for board_copy in first.copies]


def test_boards_to_prepare_follow_the_sections_round() -> None:
    session, director = started_in_sections()
    session.tables_make_up = True
    session.save()
    board_numbers_before = {board.number for board in boards_to_prepare(table_of(session, "B", 1))}
    play_rounds_of_section(session, "A", 3, director)
    assert {
        board.number for board in boards_to_prepare(table_of(session, "B", 1))
    } == board_numbers_before


def test_plan_summary_names_no_movement_if_sections_differ() -> None:
    session, _director = dealt_in_sections()
    report = fairness_report(session.stage)
    assert report
    assert (report.movement, report.rounds) == ("", 5)


def test_name_with_a_slash_is_shown_once_at_its_table() -> None:
    session, _director = started_teams(4, PLAN, round_count=3, boards_per_half=2)
    session.stage.event.contestants.filter(number=1).update(name="Vic / Manresa")
    room = read_desk_state(session, session.sections.all())
    named = {name for row in room.rows for _column, cell in row.cells for _line, name in cell.names}
    assert named == {"Vic / Manresa", "Equip 2", "Equip 3", "Equip 4"}
