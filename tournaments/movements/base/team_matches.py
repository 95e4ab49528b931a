"""Matches of teams: expand each match of a plan or draw to two tables, and convert back.

Movements know only one table for each meeting. For teams, table k of a movement stands for match k,
with all boards of the match. `team_draws` expands a draw, and `team_plan` a whole plan, to the real
rounds with two tables for each match. `matches_in` and `as_match_rounds` convert real rounds back.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.movements.base.plan import Plan, RoundSeating, TableSeating
from tournaments.movements.base.stage_state import Draw

# The number of tables of a match of teams.
TABLES_PER_MATCH = 2

# The allowed numbers of halves of a match. Each half is a round with its own boards.
ALLOWED_HALVES = (1, 2)


@dataclass(frozen=True)
class MatchSeating:
    """Two teams at the two tables of a match.

    `number` counts from 1. The first team sits N-S at `first` and E-W at `second`; the table
    numbers are as in `tables_of_match`.
    """

    number: int
    first: TableSeating
    second: TableSeating

    @property
    def teams(self) -> tuple[int, int]:
        """The two teams; the first sits N-S at the first table."""
        first, second = self.first.contestants
        return first, second

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards that both tables play; no other board can be compared."""
        return tuple(board for board in self.first.boards if board in self.second.boards)

    @property
    def as_one_table(self) -> TableSeating:
        """The match as movements know it: one table, with the number of the match."""
        return replace(self.first, table=self.number, boards=self.boards)


def match_number(table: int) -> int:
    """Return the number of the match played at a table, both counted from 1."""
    return (table + 1) // TABLES_PER_MATCH


def tables_of_match(match: int) -> tuple[int, int]:
    """Return the two tables of a match; at the first, the first team sits N-S."""
    return TABLES_PER_MATCH * match - 1, TABLES_PER_MATCH * match


def other_table_of_match(table: int) -> int:
    """Return the other table of the match that is played at a table."""
    return sum(tables_of_match(match_number(table))) - table


def half_number(round_number: int, halves: int) -> int:
    """Return which half of a match is played in a round, 1 or 2."""
    return (round_number - 1) % halves + 1


def match_round_number(round_number: int, halves: int) -> int:
    """Return the number of the round of matches to which a round belongs, from 1."""
    return (round_number - 1) // halves + 1


def rounds_of_match_round(match_round: int, halves: int) -> range:
    """Return the numbers of the rounds in which a round of matches is played."""
    return range((match_round - 1) * halves + 1, match_round * halves + 1)


def team_draws(draw: Draw, halves: int = 1) -> tuple[Draw, ...]:
    """Expand a draw of matches to the draws of its rounds, one for each half.

    Both tables of a match get the reason of the match, and a team that sits out does so in every
    half. Raises `ValueError` if the boards of a match cannot be divided equally.
    """
    reasons = {
        table: reason for match, reason in draw.reasons.items() for table in tables_of_match(match)
    }
    return tuple(
        Draw(tuple(_expand_matches(draw.tables, half, halves)), reasons, draw.sit_outs)
        for half in range(1, halves + 1)
    )


def team_plan(plan: Plan, halves: int = 1) -> Plan:
    """Expand a plan to teams: two tables for each match, in one round or two.

    Raises `ValueError` like `team_draws`.
    """
    rounds = (half.tables for round_ in plan.rounds for half in team_draws(Draw(round_), halves))
    return replace(
        plan,
        rounds=tuple(rounds),
        copies=TABLES_PER_MATCH * plan.copies,
        tables_per_match=TABLES_PER_MATCH,
        halves=halves,
    )


def matches_in(round_: RoundSeating) -> tuple[MatchSeating, ...]:
    """Return the matches of a round of seatings, by number.

    Two tables form a match if they have the numbers of the two tables of a match (see
    `tables_of_match`), and seat the same two teams with lines exchanged. `unmatched_tables` returns
    the tables that belong to no match.
    """
    by_table = {seating.table: seating for seating in round_}
    matches = []
    for number in sorted({match_number(table) for table in by_table}):
        first, second = (by_table.get(table) for table in tables_of_match(number))
        if (
            first
            and second
            and len(first.contestants) == 2
            and _exchange_lines(first.lines) == dict(second.lines)
        ):
            matches.append(MatchSeating(number, first, second))
    return tuple(matches)


def unmatched_tables(round_: RoundSeating) -> tuple[int, ...]:
    """Return the tables that belong to no match, whose results cannot be compared."""
    matched = {match.number for match in matches_in(round_)}
    return tuple(
        sorted(seating.table for seating in round_ if match_number(seating.table) not in matched)
    )


def as_match_rounds(rounds: Sequence[RoundSeating], halves: int) -> tuple[RoundSeating, ...]:
    """Convert real rounds to rounds of matches, each with one table per match.

    The second half of the last round of matches may not have been played yet. If other teams meet
    in the second half than in the first, the boards of that second half are left out.
    """
    return tuple(
        tuple(_merge_halves(rounds[start : start + halves]))
        for start in range(0, len(rounds), halves)
    )


def _expand_matches(matches: RoundSeating, half: int, halves: int) -> Iterator[TableSeating]:
    for seating in matches:
        first, second = tables_of_match(seating.table)
        boards = _boards_of_half(seating.boards, half, halves)
        yield TableSeating(first, seating.lines, boards)
        yield TableSeating(second, _exchange_lines(seating.lines), boards)


def _boards_of_half(boards: tuple[int, ...], half: int, halves: int) -> tuple[int, ...]:
    size, remainder = divmod(len(boards), halves)
    if remainder:
        raise ValueError(f"{len(boards)} boards make no {halves} equal halves")
    return boards[(half - 1) * size : half * size]


def _exchange_lines(lines: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return dict(zip(lines, reversed([*lines.values()]), strict=True))


def _merge_halves(halves: Sequence[RoundSeating]) -> Iterator[TableSeating]:
    later_matches = [match for half in halves[1:] for match in matches_in(half)]
    for match in matches_in(halves[0]):
        later_boards = (
            later_match.boards
            for later_match in later_matches
            if (later_match.number, later_match.teams) == (match.number, match.teams)
        )
        yield replace(match.as_one_table, boards=sum(later_boards, match.boards))
