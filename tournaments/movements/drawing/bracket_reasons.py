"""The reasons of a knock-out draw: why two contestants meet, or why one has a bye."""

from games.text import Text
from games.text import gettext_noop as _
from tournaments.movements.base.stage_state import StageState
from tournaments.movements.drawing.bracket import Slot, SlotHolder

_SEEDED = _("Place %(first)d of the seeding against place %(second)d.")
_SEEDED_APART_FROM_GROUP = _(
    "Place %(first)d of the seeding against place %(second)d, so that nobody meets someone of the "
    "same group."
)
# These templates are keyed by the number of tables of a match: 1, or 2 for teams.
_WINNERS = {
    1: _("Winner of table %(first)d against winner of table %(second)d."),
    2: _("Winner of match %(first)d against winner of match %(second)d."),
}
_WINNER_AND_BYE = {
    1: _("Winner of table %(first)d against %(other)d, who had no table."),
    2: _("Winner of match %(first)d against %(other)d, who had no match."),
}
_BOTH_BYES = {
    1: _("%(one)d against %(other)d: neither had a table."),
    2: _("%(one)d against %(other)d: neither had a match."),
}
_LOSERS = {
    1: _("Loser of table %(first)d against loser of table %(second)d, for third place."),
    2: _("Loser of match %(first)d against loser of match %(second)d, for third place."),
}

_FIRST_ROUND_BYE = _("Place %(place)d of the seeding: first round free.")
_WALK_OVER = _("%(other)d has withdrawn: through to the next round without play.")
_NO_OPPONENT_LEFT = _("Nobody is left to meet: through to the next round without play.")


def bracket_reason(state: StageState, first: SlotHolder, second: SlotHolder) -> Text:
    """Return why two slot holders meet.

    In the first round the reason is their seeding. Later it is the table that each of them won, or
    the bye that they had.
    """
    if not state.played:
        return _seeding_reason(state, first.contestant, second.contestant)
    if first.table is None and second.table is not None:
        first, second = second, first
    templates = (
        _BOTH_BYES if first.table is None else _WINNER_AND_BYE if second.table is None else _WINNERS
    )
    contestant_params = {"one": first.contestant, "other": second.contestant}
    return Text(
        templates[state.tables_per_match],
        {**contestant_params, "first": first.table, "second": second.table},
    )


def third_place_reason(state: StageState, final: Slot) -> Text:
    """Return why the two contestants who lost to the finalists play for third place."""
    params = {
        "first": final.upper and final.upper.table,
        "second": final.lower and final.lower.table,
    }
    return Text(_LOSERS[state.tables_per_match], params)


def bye_reason(state: StageState, slot: Slot) -> Text:
    """Return why a contestant advances without play."""
    if slot.bye_holder and not state.played:
        return Text(
            _FIRST_ROUND_BYE, {"place": state.present.index(slot.bye_holder.contestant) + 1}
        )
    return (
        Text(_WALK_OVER, {"other": slot.withdrawn}) if slot.withdrawn else Text(_NO_OPPONENT_LEFT)
    )


def _seeding_reason(state: StageState, one: int, other: int) -> Text:
    """Return the places of two contestants in the seeding as the reason of their meeting."""
    first_place, second_place = (state.present.index(contestant) + 1 for contestant in (one, other))
    # In a bracket without groups the places of two opponents add up to the bracket size plus 1. The
    # bracket size is the next power of two.
    bracket_size = 1 << (len(state.present) - 1).bit_length()
    is_standard_pairing = first_place + second_place == bracket_size + 1
    params = {"one": one, "other": other, "first": first_place, "second": second_place}
    return Text(_SEEDED if is_standard_pairing else _SEEDED_APART_FROM_GROUP, params)
