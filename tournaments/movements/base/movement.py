"""The base class of all movements. An instance is a movement with its options resolved."""

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from math import ceil
from typing import ClassVar, Self

from games.options import Option, resolve_options
from games.problems import Problem, raise_if_any
from games.seats import PAIR_LINES
from games.text import Text
from games.text import gettext_noop as _
from tournaments.movements.base import plan_checks
from tournaments.movements.base.plan import Plan, PlannedTable, RoundSeating, number_boards
from tournaments.movements.base.stage_state import AllRoundsPlayed, Draw, StageState

# The allowed numbers of boards in a round, from one board to a long match.
ALLOWED_BOARDS_PER_ROUND = range(1, 65)

# The allowed numbers of rounds, from one round to a whole league season.
ALLOWED_ROUNDS = range(1, 201)


def table_count(contestant_count: int) -> int:
    """Return the number of tables for pairs.

    With an odd number this includes the table at which the missing pair, the phantom, would sit.
    """
    return (contestant_count + 1) // 2


class Movement(ABC):
    """A movement with its options; subclasses define how contestants and boards move."""

    # The permanent identifier, stored in the database and in event files.
    key: ClassVar[str]
    name: ClassVar[str]
    source: ClassVar[str]
    # The allowed numbers of contestants, ascending.
    contestant_counts: Sequence[int]
    # The number of players in one contestant.
    players_each: int = 2
    # Whether all rounds are planned in advance; otherwise each is drawn from the results so far.
    is_fixed: ClassVar[bool] = True
    # Whether all rounds must be played, over several sessions if necessary.
    requires_all_rounds: ClassVar[bool] = False
    # Whether all tables play the same boards at the same time.
    all_tables_play_same_boards: ClassVar[bool] = False
    # Whether two tables can share the boards of a round (`shared_tables`).
    may_share_boards: ClassVar[bool] = False
    # Whether the movement is a season, whose full number of rounds is proposed however long a
    # session is.
    is_season: ClassVar[bool] = False
    # Whether every table needs a winner before the next round, as in a knock-out. In these
    # movements `StageState.ranking` contains the seeds instead of the present standings.
    needs_winners: ClassVar[bool] = False
    # Whether contestants can be teams, which play each match at two tables.
    supports_teams: ClassVar[bool] = False
    own_options: ClassVar[tuple[Option, ...]] = ()
    # Random draws are derived from this key. Without a session it is empty: then the same number of
    # contestants always gives the same draw.
    draw_key: str = ""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Raise `InvalidOption` for an option or a value that the movement does not have."""
        self.options = resolve_options(self.own_options, options or {})

    def with_draw_key(self, draw_key: str) -> Self:
        """Return a copy of the movement whose random draws are derived from `draw_key`."""
        keyed = copy(self)
        keyed.draw_key = draw_key
        return keyed

    @property
    def has_random_plan(self) -> bool:
        """Whether the plan is drawn at random, and unknown until the session's boards are dealt."""
        return False

    @property
    def title(self) -> str:
        """The display name, which may depend on the options."""
        return self.name

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The seats of each line of a table. Only games with the same lines can be played."""
        return PAIR_LINES

    @abstractmethod
    def winner_count(self, contestant_count: int) -> int:
        """Return the number of winners: one for each separate ranking.

        There is one if everybody is compared with everybody, two if each line is ranked separately,
        and one for each group in a movement with groups.
        """

    @abstractmethod
    def full_round_count(self, contestant_count: int) -> int:
        """Return the highest possible number of rounds, that of the full movement."""

    @abstractmethod
    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return who sits where in the first `round_count` rounds, and with which boards."""

    def base_copy_count(self, contestant_count: int) -> int:
        """Return how many copies of each board the movement needs."""
        return 1

    def max_meetings(self, rounds: Sequence[RoundSeating]) -> int:
        """Return how often two contestants may be opponents in these rounds."""
        return 1

    def shared_tables(self, contestant_count: int) -> tuple[tuple[int, int], ...]:
        """Return the pairs of tables that share the boards of a round."""
        return ()

    def shared_tables_within(
        self, contestant_count: int, round_count: int
    ) -> tuple[tuple[int, int], ...]:
        """Return the `shared_tables` that really share boards within `round_count` rounds."""
        return self.shared_tables(contestant_count)

    def copies_needed(self, contestant_count: int, round_count: int, boards_per_round: int) -> int:
        """Return `base_copy_count`, or more if tables would have to share a single board.

        Two tables share several boards by exchanging them during the round. With one board per
        round that is impossible, so each table needs its own copy.
        """
        sharing_tables = (
            _tables_in(self.shared_tables_within(contestant_count, round_count))
            if boards_per_round == 1
            else ()
        )
        return max(self.base_copy_count(contestant_count), len(sharing_tables))

    def waiting_time_in_boards(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> int:
        """Return how long tables that share boards have to wait, in boards.

        If more tables share boards than there are boards in the round, they take turns. That
        happens in one round at most.
        """
        sharing_tables = _tables_in(self.shared_tables_within(contestant_count, round_count))
        copies = self.copies_needed(contestant_count, round_count, boards_per_round)
        return max(0, ceil(len(sharing_tables) / copies) - boards_per_round)

    def passes_boards_on(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> bool:
        """Return whether there are fewer copies of a board than tables, so that boards move."""
        contestants_per_table = sum(map(len, self.lines.values())) // self.players_each
        return (
            self.copies_needed(contestant_count, round_count, boards_per_round)
            < contestant_count // contestants_per_table
        )

    def design_deviation(self, plan: Plan) -> Text | None:
        """Describe how far a plan is from an exact design.

        None if the plan is exact, or if the movement does not aim at a design.
        """
        return None

    def plan(
        self, contestant_count: int, round_count: int | None = None, boards_per_round: int = 2
    ) -> Plan:
        """Return the checked plan of `round_count` rounds, by default of all rounds.

        Raises `games.problems.ValidationFailed` with everything that makes the plan impossible.
        """
        raise_if_any(self.problems(contestant_count, round_count, boards_per_round))
        if round_count is None:
            round_count = self.full_round_count(contestant_count)
        planned_rounds = self.rounds(contestant_count, round_count, boards_per_round)
        copies, shared_tables = self._copies_and_shared_tables(
            contestant_count, round_count, boards_per_round
        )
        plan = Plan(
            self.key,
            contestant_count,
            planned_rounds,
            copies,
            shared_tables,
            self.max_meetings(planned_rounds),
        )
        raise_if_any(plan_checks.plan_problems(plan))
        return plan

    def _copies_and_shared_tables(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Return the copies needed, and the pairs of tables that then share boards.

        There are no such pairs if each table has its own copy.
        """
        copies = self.copies_needed(contestant_count, round_count, boards_per_round)
        shared_tables = self.shared_tables_within(contestant_count, round_count)
        return copies, shared_tables if len(_tables_in(shared_tables)) > copies else ()

    def next_round(self, state: StageState) -> Draw:
        """Return the next round; in a fixed plan it depends only on how many were played.

        Raises `AllRoundsPlayed` if all rounds were played, and `ValidationFailed` like `plan`.
        """
        plan = self.plan(state.contestant_count, state.round_count, state.boards_per_round)
        if len(state.played) >= len(plan.rounds):
            raise AllRoundsPlayed
        return Draw(plan.rounds[len(state.played)])

    def problems(
        self, contestant_count: int, round_count: int | None, boards_per_round: int
    ) -> list[Problem]:
        """Return everything that makes a plan of this size impossible."""
        return [
            *self._size_problems(contestant_count, round_count),
            *round_count_problems(round_count),
            *boards_per_round_problems(boards_per_round),
        ]

    def _size_problems(self, contestant_count: int, round_count: int | None) -> list[Problem]:
        if contestant_count not in self.contestant_counts:
            return [self._wrong_size_problem(contestant_count)]
        if round_count is not None and round_count > self.full_round_count(contestant_count):
            return [self._too_many_rounds_problem(contestant_count, round_count)]
        return []

    def _wrong_size_problem(self, contestant_count: int) -> Problem:
        least, most = self.contestant_counts[0], self.contestant_counts[-1]
        if least < contestant_count < most:
            return self._between_sizes_problem(contestant_count)
        template = _(
            "%(movement)s takes from %(least)d to %(most)d contestants: "
            "choose another movement for %(contestants)d."
        )
        params = {
            "movement": self.name,
            "contestants": contestant_count,
            "least": least,
            "most": most,
        }
        return Problem("wrong_size", template, params, "contestants")

    def _between_sizes_problem(self, contestant_count: int) -> Problem:
        template = _(
            "%(movement)s does not take %(contestants)d contestants: the nearest numbers it takes "
            "are "
            "%(below)d and %(above)d."
        )
        index = bisect(self.contestant_counts, contestant_count)
        params = {
            "movement": self.name,
            "contestants": contestant_count,
            "below": self.contestant_counts[index - 1],
            "above": self.contestant_counts[index],
        }
        return Problem("wrong_size", template, params, "contestants")

    def _too_many_rounds_problem(self, contestant_count: int, round_count: int) -> Problem:
        template = _(
            "%(movement)s for %(contestants)d has %(most)d rounds: ask for %(most)d or fewer, not "
            "%(rounds)d."
        )
        most = self.full_round_count(contestant_count)
        params = {
            "movement": self.name,
            "contestants": contestant_count,
            "most": most,
            "rounds": round_count,
        }
        return Problem("too_many_rounds", template, params, "rounds")


class DrawnMovement(Movement):
    """A movement that draws one round at a time; its plan is the first round only."""

    is_fixed = False

    @abstractmethod
    def next_round(self, state: StageState) -> Draw:
        """Draw the round after those played.

        Raises `AllRoundsPlayed` if all rounds were played, and `ValidationFailed` if there is
        nobody to draw.
        """

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the first round only, because later rounds depend on results."""
        return (
            self.next_round(StageState(contestant_count, boards_per_round, round_count)).tables,
        )


class PairMovement(Movement):
    """A movement for pairs: each table has one contestant N-S and one E-W."""

    @abstractmethod
    def planned_tables(self, contestant_count: int, round_index: int) -> Iterable[PlannedTable]:
        """Return the tables of a round; `round_index` counts from 0."""

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Number the boards of the first `round_count` rounds of `planned_tables`."""
        return number_boards(
            (
                self.planned_tables(contestant_count, round_index)
                for round_index in range(round_count)
            ),
            boards_per_round,
        )


def _tables_in(shared: Iterable[tuple[int, int]]) -> set[int]:
    return {table for pair in shared for table in pair}


def round_count_problems(round_count: int | None) -> list[Problem]:
    """Return what is wrong with a number of rounds; None means all rounds and is valid."""
    if round_count is None or round_count >= 1:
        return []
    return [Problem("too_few_rounds", _("Play at least one round."), field="rounds")]


def boards_per_round_problems(boards_per_round: int) -> list[Problem]:
    """Return what is wrong with a number of boards per round."""
    if boards_per_round in ALLOWED_BOARDS_PER_ROUND:
        return []
    template = _("Give every round from %(least)d to %(most)d boards, not %(boards)d.")
    params = {
        "least": ALLOWED_BOARDS_PER_ROUND[0],
        "most": ALLOWED_BOARDS_PER_ROUND[-1],
        "boards": boards_per_round,
    }
    return [Problem("wrong_boards", template, params, "boards_per_round")]
