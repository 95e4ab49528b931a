"""The knock-out: who loses is out, who wins meets the next winner, until one is left."""

from games.problems import Problem, Refused
from games.text import Words
from games.text import gettext_noop as _
from tournaments.movements.drawing.advance import current_slots
from tournaments.movements.drawing.bracket import Holder, Slot
from tournaments.movements.frame.movement import DrawnMovement
from tournaments.movements.frame.state import AllRoundsPlayed, Draw, State
from tournaments.movements.frame.versus import Versus

_NOBODY = _("Fewer than two contestants have qualified: note who plays before the first round is drawn.")

_SEEDED = _("Place %(first)d of the seeding against place %(second)d.")
_APART = _(
    "Place %(first)d of the seeding against place %(second)d, so that nobody meets someone of the same group."
)
_WINNERS = _("Winner of table %(first)d against winner of table %(second)d.")
_WINNER_AND_FREE = _("Winner of table %(first)d against %(other)d, who had no table.")
_BOTH_FREE = _("%(one)d against %(other)d: neither had a table.")

_FIRST_FREE = _("Place %(place)d of the seeding: first round free.")
_WALK_OVER = _("%(other)d has withdrawn: through to the next round without play.")
_NOBODY_LEFT = _("Nobody is left to meet: through to the next round without play.")


class KnockOut(Versus, DrawnMovement):
    """Needs a copy of each board for every table.

    The bracket has the next power of two of places; the best seeded have the first round free, and 1 and 2
    can meet only in the final. `State.ranking` is the seeding in all rounds; who has not qualified is absent.
    """

    key = "knock_out"
    name = _("Knock-out")
    source = "the standard seeded bracket; docs/movements.md"
    needs_winners = True
    all_rounds_needed = True
    sizes = range(2, 401)

    def full_rounds(self, contestants: int) -> int:
        """As often as the contestants can be halved, until one is left."""
        return (contestants - 1).bit_length()

    def next_round(self, state: State) -> Draw:
        """The round after those played.

        Raises `AllRoundsPlayed` also when one contestant is left, `Refused` when a table of the last round is
        drawn or, before the first, fewer than two are present.
        """
        if not state.played and len(state.present) < 2:
            raise Refused([Problem("nobody_to_draw", _NOBODY)])
        slots = current_slots(state)
        if len(state.played) >= state.rounds or not any(slot.table for slot in slots):
            raise AllRoundsPlayed
        return self._draw(state, slots)

    def _draw(self, state: State, slots: list[Slot]) -> Draw:
        turn, boards = len(state.played), state.boards_per_round
        meetings = [
            (slot.table, slot.upper, slot.lower) for slot in slots if slot.table and slot.upper and slot.lower
        ]
        return Draw(
            tuple(
                self.seated(table, (one.contestant, other.contestant), turn, boards)
                for table, one, other in meetings
            ),
            {table: _why(state, one, other) for table, one, other in meetings},
            {slot.free.contestant: _why_free(state, slot) for slot in slots if slot.free},
        )


def _why(state: State, one: Holder, other: Holder) -> Words:
    if not state.played:
        return _why_seeded(state, one.contestant, other.contestant)
    if one.table is None and other.table is not None:
        one, other = other, one
    template = _BOTH_FREE if one.table is None else _WINNER_AND_FREE if other.table is None else _WINNERS
    who = {"one": one.contestant, "other": other.contestant}
    return Words(template, {**who, "first": one.table, "second": other.table})


def _why_seeded(state: State, one: int, other: int) -> Words:
    first, second = (state.present.index(each) + 1 for each in (one, other))
    mirrored = first + second == (1 << (len(state.present) - 1).bit_length()) + 1
    params = {"one": one, "other": other, "first": first, "second": second}
    return Words(_SEEDED if mirrored else _APART, params)


def _why_free(state: State, slot: Slot) -> Words:
    if slot.free and not state.played:
        return Words(_FIRST_FREE, {"place": state.present.index(slot.free.contestant) + 1})
    return Words(_WALK_OVER, {"other": slot.gone}) if slot.gone else Words(_NOBODY_LEFT)
