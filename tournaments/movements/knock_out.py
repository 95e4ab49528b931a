"""The knock-out: winners meet in the next round and losers are out, until one is left."""

from games.options import Option
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.movements.base.head_to_head import SEATS_OPTION, HeadToHeadMovement
from tournaments.movements.base.movement import DrawnMovement
from tournaments.movements.base.stage_state import AllRoundsPlayed, Draw, StageState
from tournaments.movements.drawing.bracket import Slot
from tournaments.movements.drawing.bracket_reasons import (
    bracket_reason,
    bye_reason,
    third_place_reason,
)
from tournaments.movements.drawing.bracket_rounds import current_slots, semifinal_losers

_TOO_FEW_PRESENT = _(
    "Fewer than two contestants have qualified: note who plays before the first round is drawn."
)

THIRD_PLACE_OPTION = Option(
    "third",
    "no",
    ("no", "yes"),
    _("The losers of the semi-finals"),
    {"no": _("are out"), "yes": _("play for third place")},
)

# The table of the match for third place, in the round whose table 1 is the final.
THIRD_PLACE_TABLE = 2


class KnockOut(HeadToHeadMovement, DrawnMovement):
    """A seeded single-elimination bracket; every table needs a copy of each board.

    The size of the bracket is the next power of two. The best seeds have a bye in the first round,
    and seeds 1 and 2 can meet only in the final. `StageState.ranking` is the seeding in all rounds.
    Contestants who did not qualify are absent.

    With `third=yes` the losers of the semi-finals meet at table 2 in the round of the final. If a
    semi-final was not played or one loser has withdrawn, the other loser is third without play.
    """

    key = "knock_out"
    name = _("Knock-out")
    source = "the standard seeded bracket; docs/developers/drawn-movements.md"
    needs_winners = True
    requires_all_rounds = True
    supports_teams = True
    contestant_counts = range(2, 401)
    own_options = (SEATS_OPTION, THIRD_PLACE_OPTION)

    @property
    def title(self) -> str:
        """The name, which says if there is a match for the third place."""
        return (
            _("Knock-out with a third place")
            if self.options[THIRD_PLACE_OPTION.key] == "yes"
            else self.name
        )

    def full_round_count(self, contestant_count: int) -> int:
        """Return how often the contestants can be halved until one is left."""
        return (contestant_count - 1).bit_length()

    def next_round(self, state: StageState) -> Draw:
        """Draw the round after those played.

        Raises `AllRoundsPlayed` if all rounds were played or only one contestant is left. Raises
        `ValidationFailed` if a table of the last round played is tied or, before the first round,
        if fewer than two contestants are present.
        """
        if not state.played and len(state.present) < 2:
            raise ValidationFailed([Problem("nobody_to_draw", _TOO_FEW_PRESENT)])
        slots = current_slots(state)
        if len(state.played) >= state.round_count or not any(slot.table for slot in slots):
            raise AllRoundsPlayed
        return self._draw(state, slots)

    def _draw(self, state: StageState, slots: list[Slot]) -> Draw:
        round_index, boards = len(state.played), state.boards_per_round
        meetings = [
            (slot.table, slot.upper, slot.lower)
            for slot in slots
            if slot.table and slot.upper and slot.lower
        ]
        tables = [
            self.table_seating(table, (upper.contestant, lower.contestant), round_index, boards)
            for table, upper, lower in meetings
        ]
        reasons = {table: bracket_reason(state, upper, lower) for table, upper, lower in meetings}
        if self.options[THIRD_PLACE_OPTION.key] == "yes" and (
            losers := semifinal_losers(state, slots)
        ):
            tables.append(self.table_seating(THIRD_PLACE_TABLE, losers, round_index, boards))
            reasons[THIRD_PLACE_TABLE] = third_place_reason(state, slots[0])
        sit_outs = {
            slot.bye_holder.contestant: bye_reason(state, slot) for slot in slots if slot.bye_holder
        }
        return Draw(tuple(tables), reasons, sit_outs)
