"""Preparing boards in a divided session: sections have their own copies."""

from dataclasses import replace

import pytest

from games.problems import ValidationFailed
from tests.scenes.divided_session import (
    SECTION_OF_FEWER_ROUNDS,
    SECTION_OF_SIX,
    SECTION_OF_TEN,
    dealt_in_sections,
    play_rounds_of_section,
    started_in_sections,
    table_of,
)
from tournaments.actions.boards.board_preparation import (
    assign_preparation,
    must_be_face_down,
    set_preparation_mode,
)
from tournaments.models import AuditAction, AuditEntry, BoardPreparation, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.board_preparation import board_copies

pytestmark = pytest.mark.django_db


# With five rounds the three tables would share two boards and need a second copy.
SHORTER = replace(SECTION_OF_SIX, rounds=4)


def preparation_states(session: Session, number: int) -> dict[str, str]:
    """Return which table prepares a board, and its state, by the label of the table."""
    return {
        board_copy.label: board_copy.state
        for board_copy in board_copies(session)
        if board_copy.number == number
    }


def phone(table: Table) -> Actor:
    return Actor.of_table(table.pk, "phone", "")


def test_reassigned_board_stays_in_its_section() -> None:
    session, director = dealt_in_sections(SECTION_OF_TEN, SHORTER, SECTION_OF_FEWER_ROUNDS)
    set_preparation_mode(session, True, director)
    makers_before = preparation_states(session, 1)
    assert [label[0] for label in makers_before] == ["A", "B", "V"]
    for name, number in (("A", 5), ("Vic", 3)):
        assign_preparation(session, 1, table_of(session, name, number), director)
    makers_after = preparation_states(session, 1)
    assert list(makers_after) == ["A5", list(makers_before)[1], "Vic 3"]
    assert BoardPreparation.objects.count() == 2
    audit_entries = AuditEntry.objects.filter(verb=AuditAction.ASSIGN_PREPARATION).order_by("pk")
    assert [entry.data["table"] for entry in audit_entries] == ["A5", "Vic 3"]


def test_error_for_a_wrong_table_names_the_right_one_of_its_section() -> None:
    session, director = dealt_in_sections(SECTION_OF_TEN, SHORTER, SECTION_OF_FEWER_ROUNDS)
    set_preparation_mode(session, True, director)
    assign_preparation(session, 1, table_of(session, "B", 2), director)
    own_table = table_of(session, "B", 1)
    with pytest.raises(ValidationFailed) as refused:
        must_be_face_down(session, own_table, 1, phone(own_table))
    assert [problem.params["table"] for problem in refused.value.problems] == ["B2"]


def test_board_played_in_one_section_is_prepared_in_another() -> None:
    session, director = started_in_sections()
    set_preparation_mode(session, True, director)
    play_rounds_of_section(session, "A", 1, director)
    states = preparation_states(session, 9)
    assert [state for label, state in states.items() if label[0] == "A"] == ["played"]
    assert [state for label, state in states.items() if label[0] == "B"] == ["due"]
