"""The Howell: everybody meets everybody and plays every board, so there is one winner."""

from collections.abc import Iterator

from tournaments.movements.movement import PairMovement, tables_for
from tournaments.movements.plan import PHANTOM, Sitting
from tournaments.movements.starters import starter


class Howell(PairMovement):
    """The complete Howell: one pair stays N-S at the last table, the others follow the number below theirs.

    With an odd number of pairs the phantom stays: the last table is empty, and each pair rests once.
    """

    key = "howell"
    name = "Howell"
    source = (
        "Edwin C. Howell's movement, built from starters and adders: Stanton and Mullin, Room squares (1968)"
    )
    sizes = range(7, 21)

    def winners(self, contestants: int) -> int:
        """One."""
        return 1

    def full_rounds(self, contestants: int) -> int:
        """One for each opponent, the phantom among them."""
        return 2 * tables_for(contestants) - 1

    def sittings(self, contestants: int, turn: int) -> Iterator[Sitting]:
        """See `Movement.sittings`."""
        v = self.full_rounds(contestants)
        for table, meeting in enumerate(starter(v), 1):
            ns, ew = (meeting.ns + turn) % v, (meeting.ew + turn) % v
            yield Sitting(table, ns + 1, ew + 1, (turn - meeting.adder) % v)
        yield Sitting(v // 2 + 1, contestants if contestants > v else PHANTOM, turn + 1, turn)
