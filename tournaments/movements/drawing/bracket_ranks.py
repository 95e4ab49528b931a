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
    still_in: set[int] = set()
    for slots, round_ in zip(played_slots(state), state.played, strict=True):
        ranks |= _ranks_after(slots, round_)
        still_in = {
            contestant for contestant in _not_beaten(slots, round_) if contestant in state.present
        }
    winner_rank = dict.fromkeys(still_in, 1) if len(still_in) == 1 else {}
    return {
        contestant: rank for contestant, rank in ranks.items() if contestant not in still_in
    } | winner_rank


def _ranks_after(slots: Sequence[Slot], round_: PlayedRound) -> dict[int, int]:
    """The ranks of all who were there, were nobody of them to come again."""
    rank_if_last = 1 if len(slots) == 1 else (len(slots) + 1) // 2 + 1
    outside_bracket = {
        contestant: 4 if _is_beaten(contestant, seating, round_) else 3
        for seating in round_.tables
        for contestant in seating.contestants
    }
    losers = {
        contestant: len(slots) + 1
        for seating in _bracket_tables(slots, round_)
        for contestant in seating.contestants
    }
    return outside_bracket | losers | dict.fromkeys(_not_beaten(slots, round_), rank_if_last)


def _not_beaten(slots: Sequence[Slot], round_: PlayedRound) -> Iterator[int]:
    """Who won his table of the bracket, or drew, or had the round free."""
    yield from round_.sit_outs
    for seating in _bracket_tables(slots, round_):
        yield from (
            contestant
            for contestant in seating.contestants
            if not _is_beaten(contestant, seating, round_)
        )


def _bracket_tables(slots: Sequence[Slot], round_: PlayedRound) -> list[TableSeating]:
    tables = {slot.table for slot in slots}
    return [seating for seating in round_.tables if seating.table in tables]


def _is_beaten(contestant: int, seating: TableSeating, round_: PlayedRound) -> bool:
    return round_.awards.get(contestant, 0) < max(
        round_.awards.get(other, 0) for other in seating.contestants
    )
