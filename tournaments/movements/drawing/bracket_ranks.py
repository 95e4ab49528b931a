"""What rank a knock-out gives to those who are out, and to its winner."""

from collections.abc import Iterator, Sequence

from tournaments.movements.drawing.advance import played_slots
from tournaments.movements.drawing.bracket import Slot
from tournaments.movements.frame.plan import Seated
from tournaments.movements.frame.state import PlayedRound, State


def bracket_ranks(state: State) -> dict[int, int]:
    """The rank, from 1, of everybody whose rank is settled; who may still go on is not among them.

    Who lost the same round shares a rank: 2 after the final, 3 after the semi-finals, 5 after the
    round before. Who left has lost the round he did not come to. A table for third place tells 3
    from 4, unless it is drawn.
    """
    ranks: dict[int, int] = {}
    going_on: set[int] = set()
    for slots, rnd in zip(played_slots(state), state.played, strict=True):
        ranks |= _after_round(slots, rnd)
        going_on = {one for one in _not_beaten(slots, rnd) if one in state.present}
    settled = dict.fromkeys(going_on, 1) if len(going_on) == 1 else {}
    return {one: rank for one, rank in ranks.items() if one not in going_on} | settled


def _after_round(slots: Sequence[Slot], rnd: PlayedRound) -> dict[int, int]:
    """The ranks of all who were there, were nobody of them to come again."""
    through = 1 if len(slots) == 1 else (len(slots) + 1) // 2 + 1
    beside = {
        one: 4 if _is_beaten(one, seated, rnd) else 3
        for seated in rnd.tables
        for one in seated.contestants
    }
    bracket = {
        one: len(slots) + 1 for seated in _of_bracket(slots, rnd) for one in seated.contestants
    }
    return beside | bracket | dict.fromkeys(_not_beaten(slots, rnd), through)


def _not_beaten(slots: Sequence[Slot], rnd: PlayedRound) -> Iterator[int]:
    """Who won his table of the bracket, or drew, or had the round free."""
    yield from rnd.sit_outs
    for seated in _of_bracket(slots, rnd):
        yield from (one for one in seated.contestants if not _is_beaten(one, seated, rnd))


def _of_bracket(slots: Sequence[Slot], rnd: PlayedRound) -> list[Seated]:
    tables = {slot.table for slot in slots}
    return [seated for seated in rnd.tables if seated.table in tables]


def _is_beaten(one: int, seated: Seated, rnd: PlayedRound) -> bool:
    return rnd.awards.get(one, 0) < max(rnd.awards.get(each, 0) for each in seated.contestants)
