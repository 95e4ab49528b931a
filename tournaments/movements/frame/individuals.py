"""What movements for individuals have in common: everybody for himself, the whole room on the
same boards."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence

from games.text import Text
from tournaments.movements.fairness import encounters
from tournaments.movements.frame.movement import Movement
from tournaments.movements.frame.plan import Plan, Round, Seated, numbered

Table = tuple[int, ...]
"""The contestants of a table by seat, the seats in the order of the lines."""
Tables = tuple[Table, ...]


class IndividualMovement(Movement):
    """All tables play the same boards at once; subclasses say who sits together."""

    players_each = 1

    @abstractmethod
    def tables(self, contestants: int, turns: int) -> Sequence[Tables]:
        """The tables of the first `turns` rounds."""

    @property
    def seats(self) -> int:
        """How many sit at a table."""
        return sum(map(len, self.lines.values()))

    def winners(self, contestants: int) -> int:
        """One."""
        return 1

    def copies(self, contestants: int) -> int:
        """One for each table."""
        return contestants // self.seats

    def meetings_allowed(self, rounds: Sequence[Round]) -> int:
        """As often as the two who meet most: how even that is, `deviation` says."""
        met = Counter(meeting for rnd in rounds for seated in rnd for meeting in seated.meetings)
        return max(met.values(), default=1)

    def deviation(self, plan: Plan) -> Text | None:
        """How far the plan is from an exact design."""
        return encounters.deviation(plan)

    def rounds(self, contestants: int, turns: int, boards_per_round: int) -> tuple[Round, ...]:
        """See `Movement.rounds`."""
        return tuple(
            tuple(
                Seated(number, seated_by_line(table, self.lines), numbered(turn, boards_per_round))
                for number, table in enumerate(tables, 1)
            )
            for turn, tables in enumerate(self.tables(contestants, turns))
        )


def seated_by_line(
    table: Table, lines: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[int, ...]]:
    """The contestants of a table as its lines hold them."""
    at = iter(table)
    return {line: tuple(next(at) for _seat in seats) for line, seats in lines.items()}
