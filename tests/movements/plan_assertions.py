"""Assertions about plans, independent of the product's own checks."""

from itertools import chain, combinations

from tournaments.movements.base.plan import Plan


def assert_plan_is_fair(plan: Plan) -> None:
    """Assert everything that a fixed plan for pairs guarantees, by brute force."""
    meetings: list[frozenset[int]] = []
    boards_by_contestant: dict[int, list[int]] = {
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
            meetings.append(frozenset((ns, ew)))
            boards_by_contestant[ns] += table.boards
            boards_by_contestant[ew] += table.boards
        assert_enough_copies(plan, round_)
    assert len(meetings) == len(set(meetings))
    assert all(len(boards) == len(set(boards)) for boards in boards_by_contestant.values())
    board_counts = {len(boards) for boards in boards_by_contestant.values()}
    assert max(board_counts) - min(board_counts) <= len(plan.rounds[0][0].boards)
    assert set(chain(*boards_by_contestant.values())) == set(range(1, plan.board_count + 1))


def assert_enough_copies(plan: Plan, round_) -> None:
    for board in {board for table in round_ for board in table.boards}:
        tables = tuple(sorted(table.table for table in round_ if board in table.boards))
        assert len(tables) <= plan.copies or set(combinations(tables, 2)) <= set(plan.shared_tables)
