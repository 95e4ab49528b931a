"""Checks that every plan passes before it is offered."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.movements.base.plan import Plan, RoundSeating
from tournaments.movements.base.team_matches import (
    as_match_rounds,
    match_round_number,
    matches_in,
    rounds_of_match_round,
    unmatched_tables,
)

Item = TypeVar("Item")


def plan_problems(plan: Plan) -> list[Problem]:
    """Return everything wrong with a plan; an empty list if it can be played.

    A plan for teams is first checked table by table. If that finds no problem, its matches are
    checked as meetings at one table, because a team sits at both tables of its match.
    """
    if plan.tables_per_match == 1:
        return [
            problem
            for check in (*TABLE_CHECKS, *MEETING_CHECKS, *BOARD_CHECKS)
            for problem in check(plan)
        ]
    problems = [
        problem for check in (*TABLE_CHECKS, *TEAM_CHECKS, *BOARD_CHECKS) for problem in check(plan)
    ]
    match_plan = replace(plan, rounds=as_match_rounds(plan.rounds, plan.halves))
    return problems or [problem for check in MEETING_CHECKS for problem in check(match_plan)]


def _incomplete_table_problems(plan: Plan) -> Iterator[Problem]:
    for number, seating in plan.seatings:
        if not seating.meetings or not seating.boards:
            yield Problem(
                "table_incomplete",
                _("Round %(round)d, table %(table)d: seat two lines and give them a board."),
                {"round": number, "table": seating.table},
            )


def _repeated_table_problems(plan: Plan) -> Iterator[Problem]:
    for number, round_ in enumerate(plan.rounds, 1):
        for table in _repeated_items(Counter(seating.table for seating in round_)):
            yield Problem(
                "table_twice",
                _("Round %(round)d names table %(table)d more than once: number the tables apart."),
                {"round": number, "table": table},
            )


def _repeated_contestant_problems(plan: Plan) -> Iterator[Problem]:
    for number, round_ in enumerate(plan.rounds, 1):
        for contestant in _repeated_items(
            Counter(contestant for seating in round_ for contestant in seating.contestants)
        ):
            yield Problem(
                "contestant_twice",
                _(
                    "Round %(round)d seats contestant %(contestant)d more than once: keep one "
                    "place."
                ),
                {"round": number, "contestant": contestant},
            )


def _unknown_contestant_problems(plan: Plan) -> Iterator[Problem]:
    numbers = range(1, plan.contestants + 1)
    for number, seating in plan.seatings:
        for contestant in seating.contestants:
            if contestant not in numbers:
                yield Problem(
                    "contestant_unknown",
                    _(
                        "Round %(round)d seats contestant %(contestant)d: the numbers go from 1 to "
                        "%(last)d."
                    ),
                    {"round": number, "contestant": contestant, "last": plan.contestants},
                )


def _repeated_board_problems(plan: Plan) -> Iterator[Problem]:
    played = Counter(
        (contestant, board)
        for _number, seating in plan.seatings
        for contestant in set(seating.contestants)
        for board in seating.boards
    )
    for contestant, board in _repeated_items(played):
        yield Problem(
            "board_again",
            _("Contestant %(contestant)d gets board %(board)d more than once: give another board."),
            {"contestant": contestant, "board": board},
        )


def _repeated_opponent_problems(plan: Plan) -> Iterator[Problem]:
    meeting_counts = Counter(
        meeting for _number, seating in plan.seatings for meeting in seating.meetings
    )
    for (first, second), times in sorted(meeting_counts.items()):
        if times > plan.max_meetings:
            yield Problem(
                "opponents_again",
                _(
                    "Contestants %(one)d and %(other)d meet %(times)d times: at most %(most)d is "
                    "allowed."
                ),
                {"one": first, "other": second, "times": times, "most": plan.max_meetings},
            )


def _uneven_sit_out_problems(plan: Plan) -> Iterator[Problem]:
    sit_out_counts = Counter(
        contestant for sitting_out in plan.sit_outs for contestant in sitting_out
    )
    counts = [sit_out_counts[contestant] for contestant in range(1, plan.contestants + 1)]
    if counts and max(counts) - min(counts) > 1:
        yield Problem(
            "rests_uneven",
            _("Some contestants rest %(most)d times, others %(least)d: the difference may be one."),
            {"most": max(counts), "least": min(counts)},
        )


def _shared_board_problems(plan: Plan) -> Iterator[Problem]:
    for (number, board), tables in _tables_of_boards(plan).items():
        shared_pairs = sum(tables.issuperset(pair) for pair in plan.shared_tables)
        if len(tables) > plan.copies + shared_pairs:
            yield Problem(
                "board_shared",
                _(
                    "Round %(round)d has board %(board)d at %(tables)d tables: "
                    "make more copies, or declare the tables as sharing."
                ),
                {"round": number, "board": board, "tables": len(tables)},
            )


def _missing_board_problems(plan: Plan) -> Iterator[Problem]:
    played = {board for _number, seating in plan.seatings for board in seating.boards}
    for board in sorted(set(range(1, max(played, default=0) + 1)) - played):
        yield Problem(
            "board_missing",
            _("Board %(board)d is played nowhere: number the boards without a gap."),
            {"board": board},
        )


def _broken_match_problems(plan: Plan) -> Iterator[Problem]:
    for number, round_ in enumerate(plan.rounds, 1):
        tables = {
            match.second.table
            for match in matches_in(round_)
            if match.first.boards != match.second.boards
        }
        for table in sorted(tables.union(unmatched_tables(round_))):
            yield Problem(
                "match_broken",
                _(
                    "Round %(round)d, table %(table)d: seat the same two teams at both tables of a "
                    "match, "
                    "lines exchanged, and give them the same boards."
                ),
                {"round": number, "table": table},
            )


def _unequal_half_problems(plan: Plan) -> Iterator[Problem]:
    for number, round_ in enumerate(plan.rounds, 1):
        first_half = plan.rounds[
            rounds_of_match_round(match_round_number(number, plan.halves), plan.halves)[0] - 1
        ]
        if _teams_by_match(round_) != _teams_by_match(first_half):
            yield Problem(
                "halves_unlike",
                _(
                    "Round %(round)d is the second half of matches: the same teams meet at the "
                    "same tables."
                ),
                {"round": number},
            )


def _teams_by_match(round_: RoundSeating) -> dict[int, tuple[int, int]]:
    return {match.number: match.teams for match in matches_in(round_)}


def _tables_of_boards(plan: Plan) -> dict[tuple[int, int], set[int]]:
    tables: dict[tuple[int, int], set[int]] = defaultdict(set)
    for number, seating in plan.seatings:
        for board in seating.boards:
            tables[number, board].add(seating.table)
    return tables


def _repeated_items(counts: Counter[Item]) -> list[Item]:
    return [item for item, times in counts.items() if times > 1]


# Checks of single tables.
TABLE_CHECKS = (_incomplete_table_problems, _repeated_table_problems)

# Checks of meetings. For teams a meeting is a match.
MEETING_CHECKS = (
    _repeated_contestant_problems,
    _unknown_contestant_problems,
    _repeated_board_problems,
    _repeated_opponent_problems,
    _uneven_sit_out_problems,
)

# Checks of plans for teams only.
TEAM_CHECKS = (_broken_match_problems, _unequal_half_problems)

# Checks of boards.
BOARD_CHECKS = (_shared_board_problems, _missing_board_problems)
