"""Where a phone leads on from a board: the next boards of its table in the same round."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.models import Entry, Play
from tournaments.queries.sharing import in_turn, tables_sharing


class NextBoards(NamedTuple):
    """The next board that a side of the phone has yet to confirm, and the next one without a
    result."""

    to_confirm: int | None = None
    due: int | None = None


def next_boards(play: Play, held: tuple[str, ...]) -> NextBoards:
    """Return the next boards of the play's round for a phone of `held`, while it goes on."""
    seating = play.seating
    if seating.round.ended_at:
        return NextBoards()
    plays = list(
        seating.plays.order_by("board__number").values_list("board__number", "state", "pk")
    )
    entered = [pk for _number, state, pk in plays if state == Play.State.ENTERED and pk != play.pk]
    due = {number for number, state, pk in plays if state == Play.State.DUE and pk != play.pk}
    sharing = tables_sharing(seating, play.board.session) if len(due) > 1 else ()
    in_order = in_turn(seating.table, sharing, [number for number, _state, _pk in plays])
    return NextBoards(
        to_confirm=_to_confirm(entered, held) if entered else None,
        due=next((number for number in in_order if number in due), None),
    )


def _to_confirm(entered: Iterable[int], held: tuple[str, ...]) -> int | None:
    """Return the first board among entered plays on which a held side has not spoken."""
    speakers: dict[int, set[str]] = defaultdict(set)
    entries = Entry.objects.filter(play__in=entered, kind=Entry.Kind.TABLE).order_by(
        "play__board__number"
    )
    for number, side in entries.values_list("play__board__number", "side"):
        speakers[number].add(side)
    return next((number for number, sides in speakers.items() if set(held) - sides), None)
