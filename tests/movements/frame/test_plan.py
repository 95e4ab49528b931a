"""What a plan tells about itself."""

from tournaments.movements.frame.plan import PHANTOM, Plan, Seated, Sitting, laid_out


def test_the_phantom_s_table_is_left_out_and_boards_have_no_gap():
    (rnd,) = laid_out([[Sitting(1, 1, 2, 7), Sitting(2, 3, PHANTOM, 4), Sitting(3, 4, 5, 2)]], 2)
    assert [(seated.table, seated.boards) for seated in rnd] == [(1, (3, 4)), (3, (1, 2))]


def test_figures_of_a_plan():
    plan = Plan(
        "any", 5, laid_out([[Sitting(1, 1, 2, 0), Sitting(2, 3, 4, 1)], [Sitting(1, 5, 1, 2)]], 3)
    )
    assert (plan.tables, plan.boards) == (2, 9)
    assert plan.sit_outs == ((5,), (2, 3, 4))


def test_partners_are_not_opponents():
    seated = Seated(1, {"ns": (4, 1), "ew": (3, 2)}, (1,))
    assert seated.contestants == (4, 1, 3, 2)
    assert seated.meetings == [(3, 4), (2, 4), (1, 3), (1, 2)]
