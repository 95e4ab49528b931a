"""A second opinion on plans, written apart from the product's own checks."""

from itertools import chain, combinations

from tournaments.movements.base.plan import Plan


def assert_plan_is_fair(plan: Plan) -> None:
    """Every promise of a fixed plan for pairs, counted the plain way."""
    met: list[frozenset[int]] = []
    boards_of: dict[int, list[int]] = {
        contestant: [] for contestant in range(1, plan.contestants + 1)
    }
    for round_ in plan.rounds:
        seating = list(
            chain.from_iterable((*table.lines["ns"], *table.lines["ew"]) for table in round_)
        )
        assert len(seating) == len(set(seating))
        assert plan.contestants - len(seating) == plan.contestants % 2
        assert len({table.table for table in round_}) == len(round_)
        for table in round_:
            (ns,), (ew,) = table.lines["ns"], table.lines["ew"]
            met.append(frozenset((ns, ew)))
            boards_of[ns] += table.boards
            boards_of[ew] += table.boards
        assert_enough_copies(plan, round_)
    assert len(met) == len(set(met))
    assert all(len(boards) == len(set(boards)) for boards in boards_of.values())
    lengths = {len(boards) for boards in boards_of.values()}
    assert max(lengths) - min(lengths) <= len(plan.rounds[0][0].boards)
    assert set(chain(*boards_of.values())) == set(range(1, plan.board_count + 1))


def assert_enough_copies(plan: Plan, round_) -> None:
    for board in {board for table in round_ for board in table.boards}:
        tables = tuple(sorted(table.table for table in round_ if board in table.boards))
        assert len(tables) <= plan.copies or set(combinations(tables, 2)) <= set(plan.shared_tables)
