"""The Swiss: each round is drawn so that contestants with equal totals meet."""

from collections.abc import Iterator

from games.deals import shuffle_by_hash
from games.options import Option
from games.problems import Problem, ValidationFailed
from games.text import Text
from games.text import gettext_noop as _
from tournaments.movements.base.head_to_head import SEATS_OPTION, HeadToHeadMovement
from tournaments.movements.base.movement import DrawnMovement
from tournaments.movements.base.stage_state import AllRoundsPlayed, Draw, StageState
from tournaments.movements.drawing.meeting_history import MeetingHistory
from tournaments.movements.drawing.pairing import Pairings, best_pairings
from tournaments.movements.drawing.pairing_reasons import (
    first_round_reason,
    meeting_reason,
    sit_out_reason,
)

_TOO_FEW_PRESENT = _(
    "Fewer than two contestants are present: note who has come, or end the event with the last "
    "round."
)


class Swiss(HeadToHeadMovement, DrawnMovement):
    """A Swiss paired by minimum-cost matching; every table needs a copy of each board.

    The best pairing sits at table 1, and so on. With `first=drawn` the first round is random,
    derived from the draw key. With `first=folded` the upper half of the seeding meets the lower
    half in the first round. Meetings are repeated only if the round cannot be drawn otherwise.
    """

    key = "swiss"
    name = _("Swiss")
    source = (
        "minimum-cost perfect matching: J. Edmonds (1965), Z. Galil (1986); criteria as in "
        "docs/developers/drawn-movements.md"
    )
    supports_teams = True
    contestant_counts = range(4, 401)
    own_options = (
        SEATS_OPTION,
        Option(
            "first",
            "drawn",
            ("drawn", "folded"),
            _("First round"),
            {"drawn": _("drawn at random"), "folded": _("upper half against lower half")},
        ),
    )

    def full_round_count(self, contestant_count: int) -> int:
        """Return one round for each opponent, counting the sit-out as one."""
        return contestant_count - 1 + contestant_count % 2

    def next_round(self, state: StageState) -> Draw:
        """Draw the round after those played.

        Raises `AllRoundsPlayed` if all rounds were played, and `ValidationFailed` if fewer than two
        contestants are present.
        """
        if len(state.played) >= state.round_count:
            raise AllRoundsPlayed
        history = MeetingHistory(state)
        if len(history.present) < 2:
            raise ValidationFailed([Problem("nobody_to_draw", _TOO_FEW_PRESENT)])
        pairings = best_pairings(history) if state.played else self._first_round(history)
        return self._draw(history, pairings)

    def _first_round(self, history: MeetingHistory) -> Pairings:
        present = history.present
        paired = [first for first in present if len(present) % 2 == 0 or first != present[-1]]
        half = len(paired) // 2
        position = {contestant: index for index, contestant in enumerate(present)}
        if self.options["first"] == "drawn":
            paired = list(
                shuffle_by_hash(paired, f"{self.draw_key}:swiss:{history.state.contestant_count}")
            )
        meetings = [
            sorted((first, second), key=position.__getitem__)
            for first, second in zip(paired[:half], paired[half:], strict=True)
        ]
        meetings.sort(key=lambda pair: position[pair[0]])
        return Pairings(tuple((first, second) for first, second in meetings), present[2 * half :])

    def _draw(self, history: MeetingHistory, pairings: Pairings) -> Draw:
        round_index, boards_per_round = len(history.state.played), history.state.boards_per_round
        sides = _sides(history, pairings)
        return Draw(
            tuple(
                self.table_seating(table, pair, round_index, boards_per_round)
                for table, pair in enumerate(sides, 1)
            ),
            {table: self._reason(history, pair) for table, pair in enumerate(pairings.meetings, 1)},
            {
                contestant: sit_out_reason(history, contestant)
                for contestant in pairings.sitting_out
            },
        )

    def _reason(self, history: MeetingHistory, pair: tuple[int, int]) -> Text:
        if history.state.played:
            return meeting_reason(history, *pair)
        return first_round_reason(history, *pair, self.options["first"] == "drawn")


def _sides(history: MeetingHistory, pairings: Pairings) -> Iterator[tuple[int, int]]:
    """Yield the two contestants of each table, first the one who gets the first line.

    The first line goes to the contestant who has had it less often. If that is equal, it goes to
    the one who did not have it in the last round; if that is equal too, to the better one at odd
    tables and to the other at even tables.
    """
    for table, (first, second) in enumerate(pairings.meetings, 1):
        first_record, second_record = (
            (
                history.line_balance[contestant],
                history.last_line.get(contestant, 0),
                prefers_second_line,
            )
            for contestant, prefers_second_line in (
                (first, table % 2 == 0),
                (second, table % 2 == 1),
            )
        )
        yield (first, second) if first_record < second_record else (second, first)
