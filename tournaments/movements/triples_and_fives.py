"""Three or five at a table, everybody alone: exact designs where there are, else a search round
by round."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import ClassVar

from games.seats import play_order, singles
from games.text import gettext_noop as _
from tournaments.movements.base.individual_movement import IndividualMovement, Table, Tables
from tournaments.movements.designs import kirkman
from tournaments.movements.designs.affine import parallel_classes
from tournaments.movements.designs.table_search import MAX_SEARCHED_ROUNDS, searched_rounds


class SoloMovement(IndividualMovement):
    """So many at a table; everybody takes each seat about as often."""

    players_per_table: ClassVar[int]

    @abstractmethod
    def exact_rounds(self, contestants: int) -> Sequence[Tables] | None:
        """The rounds in which any two meet once, where they are known."""

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Each seat by itself."""
        return singles(play_order(self.players_per_table, "clockwise"))

    def full_rounds(self, contestants: int) -> int:
        """All of the design where there is one, else one for each of the others, `MAX_SEARCHED_ROUNDS` at
        most."""
        exact = self.exact_rounds(contestants)
        return min(contestants - 1, MAX_SEARCHED_ROUNDS) if exact is None else len(exact)

    def tables(self, contestants: int, round_count: int) -> Sequence[Tables]:
        """See `IndividualMovement.tables`."""
        exact = self.exact_rounds(contestants)
        if exact is None:
            return searched_rounds(contestants, (1,) * self.players_per_table, round_count)
        return tuple(with_balanced_seats(exact[:round_count]))


class Triples(SoloMovement):
    """Three at a table. With 9, 15, 21, 27 and 39 any two meet exactly once."""

    key = "triples"
    name = _("Triples")
    source = (
        "Kirkman triple systems: Kirkman (1850), Ray-Chaudhuri and Wilson (1971); "
        "docs/developers/individual-movements.md"
    )
    sizes = range(6, 46)
    players_per_table = 3

    def exact_rounds(self, contestants: int) -> Sequence[Tables] | None:
        """A Kirkman triple system."""
        return (
            kirkman.kirkman_rounds(contestants) if kirkman.has_kirkman_system(contestants) else None
        )


class Fives(SoloMovement):
    """Five at a table. With 25 any two meet exactly once."""

    key = "fives"
    name = _("Fives")
    source = "the affine plane of order 5; docs/developers/individual-movements.md"
    sizes = range(10, 46)
    players_per_table = 5

    def exact_rounds(self, contestants: int) -> Sequence[Tables] | None:
        """The affine plane."""
        return parallel_classes(2, 5) if contestants == 25 else None


def with_balanced_seats(rounds: Iterable[Tables]) -> Iterator[Tables]:
    """The rounds with everybody on the seat he has held least, table by table."""
    seat_counts: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        seated_tables = tuple(
            min(permutations(table), key=lambda order: _seat_repetition(order, seat_counts))
            for table in tables
        )
        seat_counts.update(
            (contestant, seat) for table in seated_tables for seat, contestant in enumerate(table)
        )
        yield seated_tables


def _seat_repetition(table: Table, seat_counts: Counter[tuple[int, int]]) -> int:
    return sum(seat_counts[contestant, seat] ** 2 for seat, contestant in enumerate(table))
