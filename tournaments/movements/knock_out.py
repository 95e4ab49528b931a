"""The knock-out: who loses is out, who wins meets the next winner, until one is left."""

from games.options import Option
from games.problems import Problem, Refused
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
    """Needs a copy of each board for every table.

    The bracket has the next power of two of places; the best seeded have the first round free, and
    1 and 2 can meet only in the final. `StageState.ranking` is the seeding in all rounds; who has not
    qualified is absent.

    `third=yes`: who lost the semi-finals meet in the round of the final, at table 2. Where one of
    them was not played or a loser has gone, the other is third without play.
    """

    key = "knock_out"
    name = _("Knock-out")
    source = "the standard seeded bracket; docs/developers/movements.md"
    needs_winners = True
    requires_all_rounds = True
    supports_teams = True
    sizes = range(2, 401)
    own_options = (SEATS_OPTION, THIRD_PLACE_OPTION)

    @property
    def title(self) -> str:
        """See `Movement.title`."""
        return (
            _("Knock-out with a third place")
            if self.options[THIRD_PLACE_OPTION.key] == "yes"
            else self.name
        )

    def full_rounds(self, contestants: int) -> int:
        """As often as the contestants can be halved, until one is left."""
        return (contestants - 1).bit_length()

    def next_round(self, state: StageState) -> Draw:
        """The round after those played.

        Raises `AllRoundsPlayed` also when one contestant is left, `Refused` when a table of the
        last round is drawn or, before the first, fewer than two are present.
        """
        if not state.played and len(state.present) < 2:
            raise Refused([Problem("nobody_to_draw", _TOO_FEW_PRESENT)])
        slots = current_slots(state)
        if len(state.played) >= state.rounds or not any(slot.table for slot in slots):
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
        why = {table: bracket_reason(state, upper, lower) for table, upper, lower in meetings}
        if self.options[THIRD_PLACE_OPTION.key] == "yes" and (
            losers := semifinal_losers(state, slots)
        ):
            tables.append(self.table_seating(THIRD_PLACE_TABLE, losers, round_index, boards))
            why[THIRD_PLACE_TABLE] = third_place_reason(state, slots[0])
        sit_outs = {
            slot.bye_holder.contestant: bye_reason(state, slot) for slot in slots if slot.bye_holder
        }
        return Draw(tuple(tables), why, sit_outs)
