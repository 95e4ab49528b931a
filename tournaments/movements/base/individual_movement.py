"""Base class of movements for individuals, in which all tables play the same boards."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence

from games.text import Text
from tournaments.movements.base.movement import Movement
from tournaments.movements.base.plan import Plan, RoundSeating, TableSeating, boards_of_set
from tournaments.movements.fairness import encounters

# The contestants of a table, by seat in the order of the lines.
Table = tuple[int, ...]
Tables = tuple[Table, ...]


class IndividualMovement(Movement):
    """A movement in which every player is ranked alone; subclasses define the tables."""

    players_each = 1

    @abstractmethod
    def tables_by_round(self, contestant_count: int, round_count: int) -> Sequence[Tables]:
        """Return the tables of the first rounds."""

    @property
    def seats(self) -> int:
        """The number of players at a table."""
        return sum(map(len, self.lines.values()))

    def winner_count(self, contestant_count: int) -> int:
        """Return 1: everybody is ranked together."""
        return 1

    def base_copy_count(self, contestant_count: int) -> int:
        """Return one copy for each table."""
        return contestant_count // self.seats

    def max_meetings(self, rounds: Sequence[RoundSeating]) -> int:
        """Return the highest number of meetings of any two contestants.

        So no plan is rejected for repeated meetings; `design_deviation` says how uneven they are.
        """
        meeting_counts = Counter(
            meeting for round_ in rounds for seating in round_ for meeting in seating.meetings
        )
        return max(meeting_counts.values(), default=1)

    def design_deviation(self, plan: Plan) -> Text | None:
        """Describe how unevenly contestants meet as partners and opponents; None if evenly."""
        return encounters.design_deviation(plan)

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the tables of each round; all tables of a round play the same board set."""
        return tuple(
            tuple(
                TableSeating(
                    number,
                    seats_by_line(table, self.lines),
                    boards_of_set(round_index, boards_per_round),
                )
                for number, table in enumerate(tables, 1)
            )
            for round_index, tables in enumerate(
                self.tables_by_round(contestant_count, round_count)
            )
        )


def seats_by_line(table: Table, lines: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[int, ...]]:
    """Distribute the contestants of a table over its lines, in the order of the seats."""
    contestants = iter(table)
    return {line: tuple(next(contestants) for _seat in seats) for line, seats in lines.items()}
