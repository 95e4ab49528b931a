"""Who is still in a knock-out: its bracket after the rounds that were played."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.movements.drawing.bracket import Holder, Slot, first_round, next_slots, settled
from tournaments.movements.frame.plan import Seated
from tournaments.movements.frame.state import PlayedRound, State

_DRAWN = _("Table %(table)d is drawn: play two more deals and enter the result with them.")


def current_slots(state: State) -> list[Slot]:
    """The slots of the next round; a single one without a table once there is a winner.

    What was played counts, also where it is not what was drawn: the winner of a table goes on from
    that table's place in the bracket. Raises `ValidationFailed` with a problem for each drawn table
    of the last round.
    """
    if not state.played:
        return settled(first_round(state.present, state.groups), state.present)
    now, last = played_slots(state)[-1], state.played[-1]
    if drawn := [
        slot.table for slot in now if slot.table and _is_drawn(slot.table, last, state.present)
    ]:
        raise ValidationFailed(
            [Problem("table_drawn", _DRAWN, {"table": table}) for table in sorted(drawn)]
        )
    return settled(_after(now, last, state.present, over=False), state.present)


def played_slots(state: State) -> list[list[Slot]]:
    """The slots of each round that was played, the first round's first, each as it was held
    then."""
    if not state.played:
        return []
    first = first_round(_seeds(state), state.groups)
    rounds = [settled(first, there(state.played[0]))]
    for rnd, after in pairwise(state.played):
        later = _in_bracket(after, rounds[-1])
        rounds.append(settled(_after(rounds[-1], rnd, later, over=True), later))
    return rounds


def beaten_before(state: State, slots: Sequence[Slot]) -> tuple[int, int] | None:
    """Whom the two of the final have beaten on their way into it, in their order.

    None where `slots` are no final, where one of the two came into it without play, or a loser has
    gone.
    """
    if not (state.played and len(slots) == 1 and slots[0].table):
        return None
    one, other = (_beaten(state, holder) for holder in (slots[0].upper, slots[0].lower))
    return (one, other) if one and other else None


def _beaten(state: State, holder: Holder | None) -> int | None:
    """Who lost the table that brought somebody here; None where there was none, or the loser has
    gone."""
    table = holder and holder.table
    for seated in state.played[-1].tables:
        if holder and seated.table == table:
            return next(
                (
                    one
                    for one in seated.contestants
                    if one in state.present and one != holder.contestant
                ),
                None,
            )
    return None


def there(rnd: PlayedRound) -> tuple[int, ...]:
    """Who was seated or had the round free."""
    return (*(one for seated in rnd.tables for one in seated.contestants), *rnd.sit_outs)


def _seeds(state: State) -> list[int]:
    began = set(there(state.played[0]))
    return [one for one in state.ranking or range(1, state.contestants + 1) if one in began]


def _in_bracket(rnd: PlayedRound, before: Sequence[Slot]) -> tuple[int, ...]:
    """Who was there to win the knock-out: after a semi-final the others play for third place
    only."""
    if len(before) > 2:
        return there(rnd)
    final = tuple(seated for seated in rnd.tables if seated.table == 1)
    return there(rnd._replace(tables=final))


def _after(now: list[Slot], rnd: PlayedRound, later: Collection[int], over: bool) -> list[Slot]:
    """The slots of the round after `rnd`, where `later` are to be seen again, surely when that
    is `over`."""
    tables = {seated.table: seated for seated in rnd.tables}
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
    """Who had the round free, in the order of the slots; a director may have freed others than
    were drawn."""
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


def _is_drawn(table: int, rnd: PlayedRound, later: Collection[int]) -> bool:
    """Where one of the two has withdrawn the other goes on without a decision."""
    one, other = next(seated for seated in rnd.tables if seated.table == table).contestants
    return rnd.awards.get(one, 0) == rnd.awards.get(other, 0) and one in later and other in later
