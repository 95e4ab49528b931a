"""What every plan must satisfy before it is offered to anybody."""

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
    """Everything wrong with `plan`; the empty list when it can be played.

    Teams are at both tables of their match: of their plan the matches are looked at, once they are
    whole.
    """
    if plan.tables_per_match == 1:
        return [
            problem for check in (*OF_TABLES, *OF_MEETINGS, *OF_BOARDS) for problem in check(plan)
        ]
    found = [problem for check in (*OF_TABLES, *OF_TEAMS, *OF_BOARDS) for problem in check(plan)]
    matches = replace(plan, rounds=as_match_rounds(plan.rounds, plan.halves))
    return found or [problem for check in OF_MEETINGS for problem in check(matches)]


def _incomplete_tables(plan: Plan) -> Iterator[Problem]:
    for number, seating in plan.seatings:
        if not seating.meetings or not seating.boards:
            yield Problem(
                "table_incomplete",
                _("Round %(round)d, table %(table)d: seat two lines and give them a board."),
                {"round": number, "table": seating.table},
            )


def _tables_twice(plan: Plan) -> Iterator[Problem]:
    for number, round_ in enumerate(plan.rounds, 1):
        for table in _repeated(Counter(seating.table for seating in round_)):
            yield Problem(
                "table_twice",
                _("Round %(round)d names table %(table)d more than once: number the tables apart."),
                {"round": number, "table": table},
            )


def _contestants_twice(plan: Plan) -> Iterator[Problem]:
    for number, round_ in enumerate(plan.rounds, 1):
        for contestant in _repeated(
            Counter(one for seating in round_ for one in seating.contestants)
        ):
            yield Problem(
                "contestant_twice",
                _(
                    "Round %(round)d seats contestant %(contestant)d more than once: keep one "
                    "place."
                ),
                {"round": number, "contestant": contestant},
            )


def _unknown_contestants(plan: Plan) -> Iterator[Problem]:
    known = range(1, plan.contestants + 1)
    for number, seating in plan.seatings:
        for contestant in seating.contestants:
            if contestant not in known:
                yield Problem(
                    "contestant_unknown",
                    _(
                        "Round %(round)d seats contestant %(contestant)d: the numbers go from 1 to "
                        "%(last)d."
                    ),
                    {"round": number, "contestant": contestant, "last": plan.contestants},
                )


def _boards_again(plan: Plan) -> Iterator[Problem]:
    played = Counter(
        (contestant, board)
        for _number, seating in plan.seatings
        for contestant in set(seating.contestants)
        for board in seating.boards
    )
    for contestant, board in _repeated(played):
        yield Problem(
            "board_again",
            _("Contestant %(contestant)d gets board %(board)d more than once: give another board."),
            {"contestant": contestant, "board": board},
        )


def _opponents_again(plan: Plan) -> Iterator[Problem]:
    met = Counter(meeting for _number, seating in plan.seatings for meeting in seating.meetings)
    for (one, other), times in sorted(met.items()):
        if times > plan.meetings_allowed:
            yield Problem(
                "opponents_again",
                _(
                    "Contestants %(one)d and %(other)d meet %(times)d times: at most %(most)d is "
                    "allowed."
                ),
                {"one": one, "other": other, "times": times, "most": plan.meetings_allowed},
            )


def _uneven_rests(plan: Plan) -> Iterator[Problem]:
    rests = Counter(contestant for resting in plan.sit_outs for contestant in resting)
    counts = [rests[contestant] for contestant in range(1, plan.contestants + 1)]
    if counts and max(counts) - min(counts) > 1:
        yield Problem(
            "rests_uneven",
            _("Some contestants rest %(most)d times, others %(least)d: the difference may be one."),
            {"most": max(counts), "least": min(counts)},
        )


def _boards_shared(plan: Plan) -> Iterator[Problem]:
    for (number, board), tables in _tables_of_boards(plan).items():
        sharing = sum(tables.issuperset(pair) for pair in plan.shared_tables)
        if len(tables) > plan.copies + sharing:
            yield Problem(
                "board_shared",
                _(
                    "Round %(round)d has board %(board)d at %(tables)d tables: "
                    "make more copies, or declare the tables as sharing."
                ),
                {"round": number, "board": board, "tables": len(tables)},
            )


def _missing_boards(plan: Plan) -> Iterator[Problem]:
    played = {board for _number, seating in plan.seatings for board in seating.boards}
    for board in sorted(set(range(1, max(played, default=0) + 1)) - played):
        yield Problem(
            "board_missing",
            _("Board %(board)d is played nowhere: number the boards without a gap."),
            {"board": board},
        )


def _matches_broken(plan: Plan) -> Iterator[Problem]:
    for number, round_ in enumerate(plan.rounds, 1):
        unlike = {
            each.second.table
            for each in matches_in(round_)
            if each.first.boards != each.second.boards
        }
        for table in sorted(unlike.union(unmatched_tables(round_))):
            yield Problem(
                "match_broken",
                _(
                    "Round %(round)d, table %(table)d: seat the same two teams at both tables of a "
                    "match, "
                    "lines exchanged, and give them the same boards."
                ),
                {"round": number, "table": table},
            )


def _halves_unlike(plan: Plan) -> Iterator[Problem]:
    for number, round_ in enumerate(plan.rounds, 1):
        first = plan.rounds[
            rounds_of_match_round(match_round_number(number, plan.halves), plan.halves)[0] - 1
        ]
        if _who_meet(round_) != _who_meet(first):
            yield Problem(
                "halves_unlike",
                _(
                    "Round %(round)d is the second half of matches: the same teams meet at the "
                    "same tables."
                ),
                {"round": number},
            )


def _who_meet(round_: RoundSeating) -> dict[int, tuple[int, int]]:
    return {match.number: match.teams for match in matches_in(round_)}


def _tables_of_boards(plan: Plan) -> dict[tuple[int, int], set[int]]:
    tables: dict[tuple[int, int], set[int]] = defaultdict(set)
    for number, seating in plan.seatings:
        for board in seating.boards:
            tables[number, board].add(seating.table)
    return tables


def _repeated(counts: Counter[Item]) -> list[Item]:
    return [item for item, times in counts.items() if times > 1]


OF_TABLES = (_incomplete_tables, _tables_twice)
"""Looked at table by table."""

OF_MEETINGS = (
    _contestants_twice,
    _unknown_contestants,
    _boards_again,
    _opponents_again,
    _uneven_rests,
)
"""Looked at meeting by meeting: of teams a meeting is a match."""

OF_TEAMS = (_matches_broken, _halves_unlike)
"""Looked at in plans for teams alone."""

OF_BOARDS = (_boards_shared, _missing_boards)
"""Looked at board by board."""
