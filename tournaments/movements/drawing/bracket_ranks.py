"""The ranks of a knock-out, for the winner and for all contestants who are out."""

from collections.abc import Iterator, Sequence

from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import PlayedRound, StageState
from tournaments.movements.drawing.bracket import Slot
from tournaments.movements.drawing.bracket_rounds import played_slots


def bracket_ranks(state: StageState) -> dict[int, int]:
    """Return the decided ranks by contestant; contestants still in the bracket have none.

    The losers of a round share a rank: 2 after the final, 3 after the semi-finals, 5 after the
    round before. A contestant who has withdrawn counts as the loser of the next round. A match for
    third place separates 3 from 4, unless it is tied.
    """
    ranks: dict[int, int] = {}
    remaining: set[int] = set()
    for slots, round_ in zip(played_slots(state), state.played, strict=True):
        ranks |= _ranks_after(slots, round_)
        remaining = {
            contestant for contestant in _not_beaten(slots, round_) if contestant in state.present
        }
    winner_rank = dict.fromkeys(remaining, 1) if len(remaining) == 1 else {}
    return {
        contestant: rank for contestant, rank in ranks.items() if contestant not in remaining
    } | winner_rank


def _ranks_after(slots: Sequence[Slot], round_: PlayedRound) -> dict[int, int]:
    """Return the ranks of all contestants of a round, as if no round followed."""
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
    """Yield the contestants who won or tied at a table of the bracket, or had a bye."""
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
