"""Who is still in a knock-out: its bracket after the rounds that were played."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from games.problems import Problem, Refused
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

_DRAWN = _("Table %(table)d is drawn: play two more deals and enter the result with them.")


def current_slots(state: StageState) -> list[Slot]:
    """The slots of the next round; a single one without a table once there is a winner.

    What was played counts, also where it is not what was drawn: the winner of a table goes on from
    that table's place in the bracket. Raises `Refused` with a problem for each drawn table of the
    last round.
    """
    if not state.played:
        return settle_slots(first_round_slots(state.present, state.groups), state.present)
    now, last = played_slots(state)[-1], state.played[-1]
    if drawn := [
        slot.table for slot in now if slot.table and _is_drawn(slot.table, last, state.present)
    ]:
        raise Refused([Problem("table_drawn", _DRAWN, {"table": table}) for table in sorted(drawn)])
    return settle_slots(_after(now, last, state.present, over=False), state.present)


def played_slots(state: StageState) -> list[list[Slot]]:
    """The slots of each round that was played, the first round's first, each as it was held
    then."""
    if not state.played:
        return []
    first = first_round_slots(_seeds(state), state.groups)
    rounds = [settle_slots(first, participants(state.played[0]))]
    for round_, after in pairwise(state.played):
        later = _in_bracket(after, rounds[-1])
        rounds.append(settle_slots(_after(rounds[-1], round_, later, over=True), later))
    return rounds


def semifinal_losers(state: StageState, slots: Sequence[Slot]) -> tuple[int, int] | None:
    """Whom the two of the final have beaten on their way into it, in their order.

    None where `slots` are no final, where one of the two came into it without play, or a loser has
    gone.
    """
    if not (state.played and len(slots) == 1 and slots[0].table):
        return None
    one, other = (_beaten(state, holder) for holder in (slots[0].upper, slots[0].lower))
    return (one, other) if one and other else None


def _beaten(state: StageState, holder: SlotHolder | None) -> int | None:
    """Who lost the table that brought somebody here; None where there was none, or the loser has
    gone."""
    table = holder and holder.table
    for seating in state.played[-1].tables:
        if holder and seating.table == table:
            return next(
                (
                    one
                    for one in seating.contestants
                    if one in state.present and one != holder.contestant
                ),
                None,
            )
    return None


def participants(round_: PlayedRound) -> tuple[int, ...]:
    """Who was seated or had the round free."""
    return (*(one for seating in round_.tables for one in seating.contestants), *round_.sit_outs)


def _seeds(state: StageState) -> list[int]:
    began = set(participants(state.played[0]))
    return [one for one in state.ranking or range(1, state.contestants + 1) if one in began]


def _in_bracket(round_: PlayedRound, before: Sequence[Slot]) -> tuple[int, ...]:
    """Who was there to win the knock-out: after a semi-final the others play for third place
    only."""
    if len(before) > 2:
        return participants(round_)
    final = tuple(seating for seating in round_.tables if seating.table == 1)
    return participants(round_._replace(tables=final))


def _after(now: list[Slot], round_: PlayedRound, later: Collection[int], over: bool) -> list[Slot]:
    """The slots of the round after `round_`, where `later` are to be seen again, surely when that
    is `over`."""
    tables = {seating.table: seating for seating in round_.tables}
    free = _free(now, round_)
    return next_slots(
        [
            SlotHolder(_winner(tables[slot.table], round_, later, over), slot.table)
            if slot.table
            else next(free)
            if slot.free
            else None
            for slot in now
        ]
    )


def _free(now: list[Slot], round_: PlayedRound) -> Iterator[SlotHolder]:
    """Who had the round free, in the order of the slots; a director may have freed others than
    were drawn."""
    drawn = [slot.free.contestant for slot in now if slot.free]
    instead = (one for one in round_.sit_outs if one not in drawn)
    return (SlotHolder(one if one in round_.sit_outs else next(instead)) for one in drawn)


def _winner(seating: TableSeating, round_: PlayedRound, later: Collection[int], over: bool) -> int:
    """Who went on. A result corrected after the next round was played does not undo that round."""
    one, other = seating.contestants
    seen = [each for each in (one, other) if each in later]
    ahead = round_.awards.get(one, 0) - round_.awards.get(other, 0)
    if len(seen) == 1 and (over or not ahead):
        return seen[0]
    return one if ahead > 0 else other


def _is_drawn(table: int, round_: PlayedRound, later: Collection[int]) -> bool:
    """Where one of the two has withdrawn the other goes on without a decision."""
    one, other = next(seating for seating in round_.tables if seating.table == table).contestants
    return (
        round_.awards.get(one, 0) == round_.awards.get(other, 0) and one in later and other in later
    )
