"""The league: everybody meets everybody twice, once on each line."""

from collections.abc import Sequence

from games.text import gettext_noop as _
from tournaments.movements.frame.plan import Round
from tournaments.movements.frame.versus import Versus
from tournaments.movements.round_robin import circle, full_circle


class League(Versus):
    """Needs a copy of each board for every table. The second half is the first with lines
    exchanged."""

    key = "league"
    name = _("League")
    source = "the circle method, played there and back: T. P. Kirkman (1847)"
    all_rounds_needed = True
    season = True
    sizes = range(3, 61)

    def full_rounds(self, contestants: int) -> int:
        """Two for each opponent, the phantom among them."""
        return 2 * full_circle(contestants)

    def meetings_allowed(self, rounds: Sequence[Round]) -> int:
        """Twice."""
        return 2

    def rounds(self, contestants: int, turns: int, boards_per_round: int) -> tuple[Round, ...]:
        """See `Movement.rounds`."""
        return tuple(self._round(contestants, turn, boards_per_round) for turn in range(turns))

    def _round(self, contestants: int, turn: int, boards_per_round: int) -> Round:
        back, turn_of_half = divmod(turn, full_circle(contestants))
        return tuple(
            self.seated(table, (other, one) if back else (one, other), turn, boards_per_round)
            for table, one, other in circle(contestants, turn_of_half)
        )
