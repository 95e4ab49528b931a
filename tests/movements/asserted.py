"""A second opinion on plans, written apart from the product's own checks."""

from itertools import chain, combinations

from tournaments.movements.frame.plan import Plan


def assert_fair(plan: Plan) -> None:
    """Every promise of a fixed plan for pairs, counted the plain way."""
    met: list[frozenset[int]] = []
    boards_of: dict[int, list[int]] = {
        contestant: [] for contestant in range(1, plan.contestants + 1)
    }
    for rnd in plan.rounds:
        seated = list(
            chain.from_iterable((*table.lines["ns"], *table.lines["ew"]) for table in rnd)
        )
        assert len(seated) == len(set(seated))
        assert plan.contestants - len(seated) == plan.contestants % 2
        assert len({table.table for table in rnd}) == len(rnd)
        for table in rnd:
            (ns,), (ew,) = table.lines["ns"], table.lines["ew"]
            met.append(frozenset((ns, ew)))
            boards_of[ns] += table.boards
            boards_of[ew] += table.boards
        assert_enough_copies(plan, rnd)
    assert len(met) == len(set(met))
    assert all(len(boards) == len(set(boards)) for boards in boards_of.values())
    lengths = {len(boards) for boards in boards_of.values()}
    assert max(lengths) - min(lengths) <= len(plan.rounds[0][0].boards)
    assert set(chain(*boards_of.values())) == set(range(1, plan.boards + 1))


def assert_enough_copies(plan: Plan, rnd) -> None:
    for board in {board for table in rnd for board in table.boards}:
        tables = tuple(sorted(table.table for table in rnd if board in table.boards))
        assert len(tables) <= plan.copies or set(combinations(tables, 2)) <= set(plan.shared_tables)
