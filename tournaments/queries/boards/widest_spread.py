"""The boards on which tables went furthest apart: those everybody talks about on the way home."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from games.x import X
from tournaments.models import Event, ResultScale
from tournaments.queries.boards.visible_boards import visible_boards
from tournaments.queries.standings.scales import parse_x

_MOST = 3
"""So many of them are named."""


@dataclass(frozen=True)
class BoardSpread:
    """A board with the lowest and the highest X of a line on it; its session by its number in
    the event."""

    session: int
    number: int
    line: str
    low: X
    high: X

    @property
    def apart(self) -> Fraction:
        """How far its tables went apart."""
        return Fraction(self.high) - Fraction(self.low)


def boards_with_widest_spread(event: Event) -> list[BoardSpread]:
    """The few open boards of an event whose tables went furthest apart, these first, told by the
    first line.

    Where some results of a board are compared apart from others, it is told by those that differ
    most. None where only the order at one's own table counts.
    """
    if event.method.for_single_seats:
        return []
    widest: dict[tuple[int, int], BoardSpread] = {}
    for board in sorted(
        _open_boards(event), key=lambda each: (-each.apart, each.session, each.number)
    ):
        widest.setdefault((board.session, board.number), board)
    return [board for board in widest.values() if board.apart][:_MOST]


def _open_boards(event: Event) -> Iterator[BoardSpread]:
    """Every scale of the first line on boards anybody may see."""
    line = next(iter(event.game.lines))
    sessions = {shown.session.pk: shown for shown in visible_boards(event)}
    rows = ResultScale.objects.filter(board__session__in=sessions, line=line).exclude(low_text="")
    for row in rows.select_related("board"):
        shown = sessions[row.board.session_id]
        if row.board.number in shown.unsealed:
            low, high = parse_x(row.low_text), parse_x(row.high_text)
            yield BoardSpread(shown.session.sitting, row.board.number, line, low, high)
