"""Who is still in a knock-out: its bracket after the rounds that were played."""

from collections.abc import Collection, Iterator

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.movements.drawing.bracket import Holder, Slot, first_round, next_slots, settled
from tournaments.movements.frame.plan import Seated
from tournaments.movements.frame.state import PlayedRound, State

_DRAWN = _("Table %(table)d is drawn: play two more deals and enter the result with them.")


def current_slots(state: State) -> list[Slot]:
    """The slots of the next round; a single one without a table once there is a winner.

    What was played counts, also where it is not what was drawn: the winner of a table goes on from that
    table's place in the bracket. Raises `Refused` with a problem for each drawn table of the last round.
    """
    if not state.played:
        return settled(first_round(state.present, state.groups), state.present)
    now = first_round(_seeds(state), state.groups)
    for rnd, after in zip(state.played, state.played[1:], strict=False):
        now = _after(now, rnd, there(after), over=True)
    return settled(_after(now, state.played[-1], state.present, over=False), state.present)


def there(rnd: PlayedRound) -> tuple[int, ...]:
    """Who was seated or had the round free."""
    return (*(one for seated in rnd.tables for one in seated.contestants), *rnd.sit_outs)


def _seeds(state: State) -> list[int]:
    began = set(there(state.played[0]))
    return [one for one in state.ranking or range(1, state.contestants + 1) if one in began]


def _after(now: list[Slot], rnd: PlayedRound, later: Collection[int], over: bool) -> list[Slot]:
    """The slots of the round after `rnd`, where `later` are to be seen again, surely when that is `over`."""
    now = settled(now, there(rnd))
    tables = {seated.table: seated for seated in rnd.tables}
    if not over and (drawn := [table for table, seated in tables.items() if _is_drawn(seated, rnd, later)]):
        raise Refused([Problem("table_drawn", _DRAWN, {"table": table}) for table in sorted(drawn)])
    free = _free(now, rnd)
    return next_slots(
        [
            Holder(_winner(tables[slot.table], rnd, later, over), slot.table)
            if slot.table
            else next(free)
            if slot.free
            else None
            for slot in now
        ]
    )


def _free(now: list[Slot], rnd: PlayedRound) -> Iterator[Holder]:
    """Who had the round free, in the order of the slots; a director may have freed others than were drawn."""
    drawn = [slot.free.contestant for slot in now if slot.free]
    instead = (one for one in rnd.sit_outs if one not in drawn)
    return (Holder(one if one in rnd.sit_outs else next(instead)) for one in drawn)


def _winner(seated: Seated, rnd: PlayedRound, later: Collection[int], over: bool) -> int:
    """Who went on. A result corrected after the next round was played does not undo that round."""
    one, other = seated.contestants
    seen = [each for each in (one, other) if each in later]
    ahead = rnd.awards.get(one, 0) - rnd.awards.get(other, 0)
    if len(seen) == 1 and (over or not ahead):
        return seen[0]
    return one if ahead > 0 else other


def _is_drawn(seated: Seated, rnd: PlayedRound, later: Collection[int]) -> bool:
    """Where one of the two has withdrawn the other goes on without a decision."""
    one, other = seated.contestants
    return rnd.awards.get(one, 0) == rnd.awards.get(other, 0) and one in later and other in later
