"""What rank a knock-out gives to those who are out, and to its winner."""

from collections.abc import Iterator, Sequence

from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import PlayedRound, StageState
from tournaments.movements.drawing.bracket import Slot
from tournaments.movements.drawing.bracket_rounds import played_slots


def bracket_ranks(state: StageState) -> dict[int, int]:
    """The rank, from 1, of everybody whose rank is settled; who may still go on is not among them.

    Who lost the same round shares a rank: 2 after the final, 3 after the semi-finals, 5 after the
    round before. Who left has lost the round he did not come to. A table for third place tells 3
    from 4, unless it is drawn.
    """
    ranks: dict[int, int] = {}
    going_on: set[int] = set()
    for slots, round_ in zip(played_slots(state), state.played, strict=True):
        ranks |= _after_round(slots, round_)
        going_on = {one for one in _not_beaten(slots, round_) if one in state.present}
    settled = dict.fromkeys(going_on, 1) if len(going_on) == 1 else {}
    return {one: rank for one, rank in ranks.items() if one not in going_on} | settled


def _after_round(slots: Sequence[Slot], round_: PlayedRound) -> dict[int, int]:
    """The ranks of all who were there, were nobody of them to come again."""
    through = 1 if len(slots) == 1 else (len(slots) + 1) // 2 + 1
    beside = {
        one: 4 if _is_beaten(one, seating, round_) else 3
        for seating in round_.tables
        for one in seating.contestants
    }
    bracket = {
        one: len(slots) + 1 for seating in _of_bracket(slots, round_) for one in seating.contestants
    }
    return beside | bracket | dict.fromkeys(_not_beaten(slots, round_), through)


def _not_beaten(slots: Sequence[Slot], round_: PlayedRound) -> Iterator[int]:
    """Who won his table of the bracket, or drew, or had the round free."""
    yield from round_.sit_outs
    for seating in _of_bracket(slots, round_):
        yield from (one for one in seating.contestants if not _is_beaten(one, seating, round_))


def _of_bracket(slots: Sequence[Slot], round_: PlayedRound) -> list[TableSeating]:
    tables = {slot.table for slot in slots}
    return [seating for seating in round_.tables if seating.table in tables]


def _is_beaten(one: int, seating: TableSeating, round_: PlayedRound) -> bool:
    return round_.awards.get(one, 0) < max(
        round_.awards.get(each, 0) for each in seating.contestants
    )
