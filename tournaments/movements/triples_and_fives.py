"""Triples and fives: movements with three or five players at a table, each playing alone.

If a design in which any two meet once is known, it is used; otherwise tables are searched round by
round.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import ClassVar

from games.seats import play_order, single_seat_lines
from games.text import gettext_noop as _
from tournaments.movements.base.individual_movement import IndividualMovement, Table, Tables
from tournaments.movements.designs import kirkman
from tournaments.movements.designs.affine import parallel_classes
from tournaments.movements.designs.table_search import MAX_SEARCHED_ROUNDS, searched_rounds


class SoloMovement(IndividualMovement):
    """A movement in which every player plays alone and gets each seat about equally often."""

    players_per_table: ClassVar[int]

    @abstractmethod
    def design_rounds(self, contestant_count: int) -> Sequence[Tables] | None:
        """Return the rounds of a design in which any two meet once, or None if none is known."""

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Each seat is a line."""
        return single_seat_lines(play_order(self.players_per_table, "clockwise"))

    def full_round_count(self, contestant_count: int) -> int:
        """Return the number of rounds of the design.

        Without a design, return one round for each opponent, at most `MAX_SEARCHED_ROUNDS`.
        """
        design = self.design_rounds(contestant_count)
        return min(contestant_count - 1, MAX_SEARCHED_ROUNDS) if design is None else len(design)

    def tables_by_round(self, contestant_count: int, round_count: int) -> Sequence[Tables]:
        """Return the tables of each round: of the design, with balanced seats, or of a search."""
        design = self.design_rounds(contestant_count)
        if design is None:
            return searched_rounds(contestant_count, (1,) * self.players_per_table, round_count)
        return tuple(with_balanced_seats(design[:round_count]))


class Triples(SoloMovement):
    """Three players at a table; 9, 15, 21, 27 or 39 players all meet exactly once."""

    key = "triples"
    name = _("Triples")
    source = (
        "Kirkman triple systems: Kirkman (1850), Ray-Chaudhuri and Wilson (1971); "
        "docs/developers/individual-movements.md"
    )
    contestant_counts = range(6, 46)
    players_per_table = 3

    def design_rounds(self, contestant_count: int) -> Sequence[Tables] | None:
        """Return a Kirkman triple system, or None."""
        return (
            kirkman.kirkman_rounds(contestant_count)
            if kirkman.has_kirkman_system(contestant_count)
            else None
        )


class Fives(SoloMovement):
    """Five players at a table; 25 players all meet exactly once."""

    key = "fives"
    name = _("Fives")
    source = "the affine plane of order 5; docs/developers/individual-movements.md"
    contestant_counts = range(10, 46)
    players_per_table = 5

    def design_rounds(self, contestant_count: int) -> Sequence[Tables] | None:
        """Return the lines of the affine plane of order 5, or None."""
        return parallel_classes(2, 5) if contestant_count == 25 else None


def with_balanced_seats(rounds: Iterable[Tables]) -> Iterator[Tables]:
    """Reorder each table so that its players get the seats that they have had least often."""
    seat_counts: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        seated_tables = tuple(
            min(permutations(table), key=lambda order: _seat_imbalance(order, seat_counts))
            for table in tables
        )
        seat_counts.update(
            (contestant, seat) for table in seated_tables for seat, contestant in enumerate(table)
        )
        yield seated_tables


def _seat_imbalance(table: Table, seat_counts: Counter[tuple[int, int]]) -> int:
    # Squares, so that a seat held twice more costs more than two seats held once more.
    return sum(seat_counts[contestant, seat] ** 2 for seat, contestant in enumerate(table))
