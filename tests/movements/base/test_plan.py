"""The figures of a plan."""

from tournaments.movements.base.plan import PHANTOM, Plan, PlannedTable, TableSeating, number_boards


def test_phantom_table_is_left_out_and_boards_are_numbered_without_a_gap():
    (round_,) = number_boards(
        [[PlannedTable(1, 1, 2, 7), PlannedTable(2, 3, PHANTOM, 4), PlannedTable(3, 4, 5, 2)]], 2
    )
    assert [(seating.table, seating.boards) for seating in round_] == [(1, (3, 4)), (3, (1, 2))]


def test_plan_counts_tables_boards_and_sit_outs():
    plan = Plan(
        "any",
        5,
        number_boards(
            [[PlannedTable(1, 1, 2, 0), PlannedTable(2, 3, 4, 1)], [PlannedTable(1, 5, 1, 2)]], 3
        ),
    )
    assert (plan.table_count, plan.board_count) == (2, 9)
    assert plan.sit_outs == ((5,), (2, 3, 4))


def test_partners_are_not_opponents():
    seating = TableSeating(1, {"ns": (4, 1), "ew": (3, 2)}, (1,))
    assert seating.contestants == (4, 1, 3, 2)
    assert seating.meetings == [(3, 4), (2, 4), (1, 3), (1, 2)]
