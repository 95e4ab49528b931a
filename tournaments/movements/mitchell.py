"""The Mitchell: one line stays, the other moves up a table a round, and the boards move down."""

from collections.abc import Iterator

from tournaments.movements.movement import PairMovement, tables_for
from tournaments.movements.plan import PHANTOM, Sitting


class Mitchell(PairMovement):
    """With an odd number of tables the plain movement, with an even number share-and-relay.

    N-S pairs come first in the numbering. With an odd number of pairs the phantom sits N-S at the
    last table: that table stays empty, N-S never rest, and each E-W pair rests once in the full movement.
    """

    key = "mitchell"
    name = "Mitchell"
    source = "John T. Mitchell, Duplicate Whist (1891); share-and-relay as bridge clubs play it"
    sizes = range(5, 81)

    def winners(self, contestants: int) -> int:
        """Two: a pair is never compared with one of the other line."""
        return 2

    def full_rounds(self, contestants: int) -> int:
        """As many as tables."""
        return tables_for(contestants)

    def shared_tables(self, contestants: int) -> tuple[tuple[int, int], ...]:
        """The first and the last, with an even number of tables that are all in use."""
        tables = tables_for(contestants)
        return ((1, tables),) if contestants == 2 * tables and tables % 2 == 0 else ()

    def sittings(self, contestants: int, turn: int) -> Iterator[Sitting]:
        """See `Movement.sittings`."""
        tables, north_south = tables_for(contestants), contestants // 2
        for place in range(tables):
            yield Sitting(
                table=place + 1,
                ns=place + 1 if place < north_south else PHANTOM,
                ew=north_south + 1 + (place - turn) % tables,
                board_set=(_on_circuit(place, tables) + turn) % tables,
            )


def _on_circuit(place: int, tables: int) -> int:
    # An even circuit would bring E-W the boards of half the room twice: a bye-stand half-way
    # shifts them by one, and brings the last table level with the first, which share.
    return place + 1 if tables % 2 == 0 and place >= tables // 2 else place
