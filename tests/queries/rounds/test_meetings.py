"""The grid of who meets whom."""

import pytest

from tests.scenes.evening import started
from tournaments.movements.catalogue import get_movement
from tournaments.queries.rounds.meetings import (
    CELL_SIZE,
    ContestantGrid,
    meetings_of_plan,
    meetings_of_sections,
)


def met(meetings: ContestantGrid) -> dict[tuple[int, int], int]:
    """Return the round in which each row meets each column, as the picture shows it."""
    cell_size = meetings.cell_size
    return {
        (
            meetings.rows[cell.y // cell_size - 1],
            meetings.columns[cell.x // cell_size - 1],
        ): cell.value
        for cell in meetings.cells
    }


def test_full_howell_meets_every_pair_once() -> None:
    meetings = meetings_of_plan(get_movement("howell").plan(8))
    assert meetings.has_same_axes
    assert set(met(meetings)) == {
        (one, other) for one in range(1, 9) for other in range(1, 9) if one != other
    }
    assert all(
        met(meetings)[one, other] == round_ for (other, one), round_ in met(meetings).items()
    )


def test_separate_lines_are_rows_and_columns() -> None:
    plan = get_movement("mitchell").plan(10, 3)
    meetings = meetings_of_plan(plan)
    assert (meetings.rows, meetings.columns) == ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    assert met(meetings) == {
        (seated.lines["ns"][0], seated.lines["ew"][0]): number for number, seated in plan.seatings
    }


@pytest.mark.parametrize(("movement", "number"), [("howell", 9), ("mitchell", 13)])
def test_grid_contains_every_square(movement: str, number: int) -> None:
    meetings = meetings_of_plan(get_movement(movement).plan(number, 5))
    assert max(cell.x for cell in meetings.cells) <= meetings.width - CELL_SIZE
    assert max(cell.y for cell in meetings.cells) <= meetings.height - CELL_SIZE
    assert min(min(cell.x, cell.y) for cell in meetings.cells) >= CELL_SIZE


@pytest.mark.django_db
@pytest.mark.parametrize(("movement", "number"), [("howell", 9), ("mitchell", 12)])
def test_meetings_of_a_session_are_those_of_its_plan(movement: str, number: int) -> None:
    session, _director = started(number, movement=movement, round_count=5, boards_per_round=1)
    planned = meetings_of_plan(
        get_movement(movement, session.stage.movement_options).plan(number, 5, 1)
    )
    (meetings,) = meetings_of_sections(session, session.sections.all())
    assert (meetings.name, meetings.current_round_number) == ("", 1)
    assert met(meetings.meetings) == met(planned)
