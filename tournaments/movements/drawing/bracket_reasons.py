"""Why two meet in a knock-out, or why somebody has no table, in words that are true of the
bracket."""

from games.text import Words
from games.text import gettext_noop as _
from tournaments.movements.base.stage_state import StageState
from tournaments.movements.drawing.bracket import Slot, SlotHolder

_SEEDED = _("Place %(first)d of the seeding against place %(second)d.")
_APART = _(
    "Place %(first)d of the seeding against place %(second)d, so that nobody meets someone of the "
    "same group."
)
_WINNERS = {
    1: _("Winner of table %(first)d against winner of table %(second)d."),
    2: _("Winner of match %(first)d against winner of match %(second)d."),
}
_WINNER_AND_FREE = {
    1: _("Winner of table %(first)d against %(other)d, who had no table."),
    2: _("Winner of match %(first)d against %(other)d, who had no match."),
}
_BOTH_FREE = {
    1: _("%(one)d against %(other)d: neither had a table."),
    2: _("%(one)d against %(other)d: neither had a match."),
}
_LOSERS = {
    1: _("Loser of table %(first)d against loser of table %(second)d, for third place."),
    2: _("Loser of match %(first)d against loser of match %(second)d, for third place."),
}
"""By how many tables a match is played at."""

_FIRST_FREE = _("Place %(place)d of the seeding: first round free.")
_WALK_OVER = _("%(other)d has withdrawn: through to the next round without play.")
_NOBODY_LEFT = _("Nobody is left to meet: through to the next round without play.")


def bracket_reason(state: StageState, one: SlotHolder, other: SlotHolder) -> Words:
    """Why the holders of two places meet."""
    if not state.played:
        return _why_seeded(state, one.contestant, other.contestant)
    if one.table is None and other.table is not None:
        one, other = other, one
    sentences = (
        _BOTH_FREE if one.table is None else _WINNER_AND_FREE if other.table is None else _WINNERS
    )
    who = {"one": one.contestant, "other": other.contestant}
    return Words(
        sentences[state.tables_per_match], {**who, "first": one.table, "second": other.table}
    )


def third_place_reason(state: StageState, final: Slot) -> Words:
    """Why those meet whom the two of the final have beaten."""
    tables = {
        "first": final.upper and final.upper.table,
        "second": final.lower and final.lower.table,
    }
    return Words(_LOSERS[state.tables_per_match], tables)


def free_reason(state: StageState, slot: Slot) -> Words:
    """Why somebody goes on without play."""
    if slot.free and not state.played:
        return Words(_FIRST_FREE, {"place": state.present.index(slot.free.contestant) + 1})
    return Words(_WALK_OVER, {"other": slot.withdrawn}) if slot.withdrawn else Words(_NOBODY_LEFT)


def _why_seeded(state: StageState, one: int, other: int) -> Words:
    first, second = (state.present.index(each) + 1 for each in (one, other))
    mirrored = first + second == (1 << (len(state.present) - 1).bit_length()) + 1
    params = {"one": one, "other": other, "first": first, "second": second}
    return Words(_SEEDED if mirrored else _APART, params)
