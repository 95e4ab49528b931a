"""The web: a large section in which everybody plays the same boards, of which there are a few
copies."""

from collections import Counter
from dataclasses import replace

from games.text import gettext_noop as _
from tournaments.movements.designs.orientation import oriented
from tournaments.movements.designs.web_boards import web_boards
from tournaments.movements.frame.movement import Movement, tables_for
from tournaments.movements.frame.plan import Plan, Round, laid_out
from tournaments.movements.frame.switches import SWITCH, switched
from tournaments.movements.mitchell import Mitchell


class Web(Movement):
    """N-S stay, E-W move up a table each round, and R rounds have R sets, which everybody plays.

    With an even number of tables and an odd number of rounds, no more than half the tables and one,
    boards ascend in one half of the room and descend in the other; elsewhere they go as each
    table's card says. With an odd number of pairs the phantom sits N-S at the last table, as in a
    Mitchell.
    """

    key = "web"
    name = _("Web")
    source = (
        "the web movement of the American Contract Bridge League, its boards spread by Kempe's "
        "chains"
    )
    sizes = range(19, 121)
    own_options = (SWITCH,)

    @property
    def title(self) -> str:
        """See `Movement.title`."""
        return _("Web, switched") if switched(self.options) else self.name

    def winners(self, contestants: int) -> int:
        """Two; one where tables are switched."""
        return 1 if switched(self.options) else 2

    def full_rounds(self, contestants: int) -> int:
        """As many as tables."""
        return tables_for(contestants)

    def copies(self, contestants: int) -> int:
        """As many as tables, if there were but one round; see `plan`."""
        return tables_for(contestants)

    def plan(self, contestants: int, rounds: int | None = None, boards_per_round: int = 2) -> Plan:
        """See `Movement.plan`; the copies are as many as are in play at once."""
        plan = super().plan(contestants, rounds, boards_per_round)
        in_play = [Counter(seated.boards[0] for seated in rnd) for rnd in plan.rounds]
        return replace(plan, copies=max(max(counted.values()) for counted in in_play))

    def rounds(self, contestants: int, turns: int, boards_per_round: int) -> tuple[Round, ...]:
        """See `Movement.rounds`."""
        boards = web_boards(tables_for(contestants), turns)
        construction = [
            tuple(
                sitting._replace(board_set=board_set)
                for sitting, board_set in zip(
                    Mitchell().sittings(contestants, turn), sets, strict=True
                )
            )
            for turn, sets in enumerate(boards)
        ]
        return laid_out(
            oriented(construction) if switched(self.options) else construction, boards_per_round
        )
