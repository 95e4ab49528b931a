"""Who makes up the boards: each table some, and rather those that its own people never play, or play last."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

NEVER = 0
"""The round in which a table's people play a board that they do not play at all."""


class Use(NamedTuple):
    """A board at a table in a round, and the contestants who play it there; tables have numbers."""

    round: int
    table: int
    board: int
    contestants: frozenset[int]


class Making(NamedTuple):
    """A copy of a board that a table makes up before round `before`; its people play it in round `plays`.

    `own` says that it is the table's own copy, for a round in which all tables have the board.
    """

    board: int
    table: int
    before: int
    plays: int
    own: bool = False


def makings(uses: Iterable[Use], travels: bool, given: Mapping[int, int] | None = None) -> list[Making]:
    """Every copy of every board with the table that makes it up, by board and table.

    Where boards travel (`travels`) there is one copy of each, made up by whoever sits at a table in the first
    round. Otherwise there are as many as are in play at once; where those are all tables of a round each
    makes up its own. `given` says which table makes up a board in place of the one found here; the others stay
    with whoever has them, or a table would come to see more hands than it needs.
    """
    uses = list(uses)
    own, copies = _own(uses), _copies(uses, travels)
    everywhere = {board for board, number in copies.items() if not travels and number == own[board]}
    shared = _shared_out(uses, {board: copies[board] for board in copies if board not in everywhere}, given)
    alone = (
        Making(use.board, use.table, use.round, use.round, True) for use in uses if use.board in everywhere
    )
    return sorted({*alone, *shared})


def _own(uses: Sequence[Use]) -> Mapping[int, int]:
    """For each board how many tables play in its busiest round, whatever they play there."""
    tables: dict[int, set[int]] = defaultdict(set)
    for use in uses:
        tables[use.round].add(use.table)
    at: Counter[tuple[int, int]] = Counter((use.board, use.round) for use in uses)
    busiest = {board: round_ for (board, round_), _number in sorted(at.items(), key=lambda each: each[1])}
    return {board: len(tables[round_]) for board, round_ in busiest.items()}


def _copies(uses: Iterable[Use], travels: bool) -> Mapping[int, int]:
    """For each board how many tables have it at the same time; passed between them it is one all the same."""
    at = Counter((use.board, use.round) for use in uses)
    most: dict[int, int] = {}
    for (board, _round), number in sorted(at.items()):
        most[board] = 1 if travels else max(number, most.get(board, 0))
    return most


def _shared_out(
    uses: Sequence[Use], copies: Mapping[int, int], given: Mapping[int, int] | None
) -> list[Making]:
    """The boards that travel, spread evenly over the tables of the first round."""
    plays, before = _played_by(uses), {use.board: use.round for use in sorted(uses, reverse=True)}
    slots = [board for board, number in copies.items() for _copy in range(number)]
    chosen = _improved(_first_choice(slots, plays), plays)
    made = [(board, (given or {}).get(board, table)) for board, table in chosen]
    return [
        Making(board, table, before[board], plays.get(table, {}).get(board, NEVER)) for board, table in made
    ]


def _played_by(uses: Sequence[Use]) -> Mapping[int, Mapping[int, int]]:
    """For each table of the first round, the round in which its people first play each board."""
    first = min((use.round for use in uses), default=0)
    people = {use.table: use.contestants for use in uses if use.round == first}
    return {
        table: {use.board: use.round for use in sorted(uses, reverse=True) if use.contestants & seated}
        for table, seated in sorted(people.items())
    }


Played = Mapping[int, Mapping[int, int]]
Chosen = list[tuple[int, int]]


def _cost(board: int, table: int, plays: Played) -> int:
    """Nothing where it is never played there; else the more the sooner it is."""
    round_ = plays[table].get(board, NEVER)
    return 0 if round_ == NEVER else 1 << max(0, 40 - round_)


def _first_choice(slots: Sequence[int], plays: Played) -> Chosen:
    """The best table that has room for each board, those first that have the fewest good ones."""
    room = Counter({table: -(-len(slots) // len(plays)) for table in plays})
    chosen: Chosen = []
    for board in sorted(slots, key=lambda board: (_choice(board, plays), board)):
        open_to = [table for table in plays if room[table] and (board, table) not in chosen]
        best = min(open_to or plays, key=lambda table: (_cost(board, table, plays), -room[table], table))
        room[best] -= 1
        chosen.append((board, best))
    return chosen


def _choice(board: int, plays: Played) -> int:
    """How many tables never play a board."""
    return sum(board not in played for played in plays.values())


def _improved(chosen: Chosen, plays: Played) -> Chosen:
    """The same with exchanges of two boards, as long as one helps."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(chosen)), 2):
            (board, table), (second, there) = chosen[one], chosen[other]
            now = _cost(board, table, plays) + _cost(second, there, plays)
            swapped = [(board, there), (second, table)]
            if _cost(board, there, plays) + _cost(second, table, plays) < now and not {*swapped} & {*chosen}:
                chosen[one], chosen[other] = swapped
                better = True
    return chosen
