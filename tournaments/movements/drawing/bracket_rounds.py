"""The bracket of a knock-out after each round played."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import PlayedRound, StageState
from tournaments.movements.drawing.bracket import (
    Slot,
    SlotHolder,
    first_round_slots,
    next_slots,
    settle_slots,
)

_TABLE_TIED = _("Table %(table)d is drawn: play two more deals and enter the result with them.")


def current_slots(state: StageState) -> list[Slot]:
    """Return the slots of the next round; after the final, a single slot without a table.

    If other contestants played at a table than were drawn, its winner still advances from that
    table's slot. Raises `ValidationFailed` with a problem for each tied table of the last round
    played.
    """
    if not state.played:
        return settle_slots(first_round_slots(state.present, state.groups), state.present)
    last_slots, last_round = played_slots(state)[-1], state.played[-1]
    if tied_tables := [
        slot.table
        for slot in last_slots
        if slot.table and _is_tied(slot.table, last_round, state.present)
    ]:
        raise ValidationFailed(
            [Problem("table_drawn", _TABLE_TIED, {"table": table}) for table in sorted(tied_tables)]
        )
    return settle_slots(
        _slots_after(last_slots, last_round, state.present, next_round_was_played=False),
        state.present,
    )


def played_slots(state: StageState) -> list[list[Slot]]:
    """Return the slots of each round played, in order, with the holders at that time."""
    if not state.played:
        return []
    first_slots = first_round_slots(_seeds(state), state.groups)
    rounds = [settle_slots(first_slots, participants(state.played[0]))]
    for round_, next_round in pairwise(state.played):
        next_participants = _bracket_participants(next_round, rounds[-1])
        rounds.append(
            settle_slots(
                _slots_after(rounds[-1], round_, next_participants, next_round_was_played=True),
                next_participants,
            )
        )
    return rounds


def semifinal_losers(state: StageState, slots: Sequence[Slot]) -> tuple[int, int] | None:
    """Return the two contestants who lost to the finalists in the last round played.

    They are in the order of the finalists. Return None if `slots` are not a final, if a finalist
    had no opponent in that round, or if one of the losers has withdrawn.
    """
    if not (state.played and len(slots) == 1 and slots[0].table):
        return None
    upper_loser, lower_loser = (
        _loser_to(state, holder) for holder in (slots[0].upper, slots[0].lower)
    )
    return (upper_loser, lower_loser) if upper_loser and lower_loser else None


def _loser_to(state: StageState, holder: SlotHolder | None) -> int | None:
    """Return the contestant who lost to a slot holder in the last round played.

    Return None if the holder had a bye, or if the loser has withdrawn.
    """
    table = holder and holder.table
    for seating in state.played[-1].tables:
        if holder and seating.table == table:
            return next(
                (
                    contestant
                    for contestant in seating.contestants
                    if contestant in state.present and contestant != holder.contestant
                ),
                None,
            )
    return None


def participants(round_: PlayedRound) -> tuple[int, ...]:
    """Return the contestants who had a table or a sit-out in a round."""
    return (
        *(contestant for seating in round_.tables for contestant in seating.contestants),
        *round_.sit_outs,
    )


def _seeds(state: StageState) -> list[int]:
    """Return the contestants of the first round, best seed first.

    They are the bracket that was drawn then; contestants who did not qualify are left out. The
    seeding is the ranking or, without one, the order of the numbers.
    """
    started = set(participants(state.played[0]))
    return [
        contestant
        for contestant in state.ranking or range(1, state.contestant_count + 1)
        if contestant in started
    ]


def _bracket_participants(round_: PlayedRound, previous_slots: Sequence[Slot]) -> tuple[int, ...]:
    """Return the participants of a round who can still win the knock-out.

    In the round after the semi-finals these are the finalists at table 1; the other table is the
    match for third place.
    """
    if len(previous_slots) > 2:
        return participants(round_)
    final_tables = tuple(seating for seating in round_.tables if seating.table == 1)
    return participants(round_._replace(tables=final_tables))


def _slots_after(
    slots: list[Slot],
    round_: PlayedRound,
    next_participants: Collection[int],
    next_round_was_played: bool,
) -> list[Slot]:
    """Return the slots of the round after `round_`.

    `next_participants` are the contestants of that next round. If it has already been played
    (`next_round_was_played`), they advanced even if results were corrected afterwards.
    """
    seating_by_table = {seating.table: seating for seating in round_.tables}
    bye_holders = _bye_holders(slots, round_)
    return next_slots(
        [
            SlotHolder(
                _winner(
                    seating_by_table[slot.table], round_, next_participants, next_round_was_played
                ),
                slot.table,
            )
            if slot.table
            else next(bye_holders)
            if slot.bye_holder
            else None
            for slot in slots
        ]
    )


def _bye_holders(slots: list[Slot], round_: PlayedRound) -> Iterator[SlotHolder]:
    """Yield the holders of byes in the order of the slots.

    If the director gave byes to other contestants than were drawn, these take the slots of the
    contestants who were drawn for a bye.
    """
    bye_contestants = [slot.bye_holder.contestant for slot in slots if slot.bye_holder]
    replacements = (
        contestant for contestant in round_.sit_outs if contestant not in bye_contestants
    )
    return (
        SlotHolder(contestant if contestant in round_.sit_outs else next(replacements))
        for contestant in bye_contestants
    )


def _winner(
    seating: TableSeating,
    round_: PlayedRound,
    next_participants: Collection[int],
    next_round_was_played: bool,
) -> int:
    """Return the contestant who advanced from a table.

    A result that is corrected after the next round was played does not change who advanced.
    """
    first, second = seating.contestants
    remaining = [contestant for contestant in (first, second) if contestant in next_participants]
    margin = round_.awards.get(first, 0) - round_.awards.get(second, 0)
    if len(remaining) == 1 and (next_round_was_played or not margin):
        return remaining[0]
    return first if margin > 0 else second


def _is_tied(table: int, round_: PlayedRound, present: Collection[int]) -> bool:
    """Return whether a table is tied and both contestants are present.

    If one of them is absent, the other advances in spite of a tie.
    """
    first, second = next(seating for seating in round_.tables if seating.table == table).contestants
    return (
        round_.awards.get(first, 0) == round_.awards.get(second, 0)
        and first in present
        and second in present
    )
