"""Find the boards with the widest spread of results."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from games.x import X
from tournaments.models import Event, ResultScale
from tournaments.queries.boards.visible_boards import visible_boards
from tournaments.queries.standings.scales import parse_x

# How many boards are shown.
_MAX_SHOWN = 3


@dataclass(frozen=True)
class BoardSpread:
    """A board with the lowest and highest X of a line."""

    session_number: int
    number: int
    line: str
    low: X
    high: X

    @property
    def difference(self) -> Fraction:
        """The difference between the highest and the lowest X."""
        return Fraction(self.high) - Fraction(self.low)


def boards_with_widest_spread(event: Event) -> list[BoardSpread]:
    """Return the few visible boards whose results differ most, widest first.

    The spread of a board is that of X of the game's first line. A board with several groups of
    results counts with the widest spread. Empty for games in which only the order at one table
    counts.
    """
    if event.method.for_single_seats:
        return []
    widest: dict[tuple[int, int], BoardSpread] = {}
    for spread in sorted(
        _visible_spreads(event),
        key=lambda spread: (-spread.difference, spread.session_number, spread.number),
    ):
        widest.setdefault((spread.session_number, spread.number), spread)
    return [spread for spread in widest.values() if spread.difference][:_MAX_SHOWN]


def _visible_spreads(event: Event) -> Iterator[BoardSpread]:
    """Yield the spread of each group of results of the visible boards, for the first line."""
    line = next(iter(event.game.lines))
    sessions = {
        session_boards.session.pk: session_boards for session_boards in visible_boards(event)
    }
    rows = ResultScale.objects.filter(board__session__in=sessions, line=line).exclude(low_text="")
    for row in rows.select_related("board"):
        session_boards = sessions[row.board.session_id]
        if row.board.number in session_boards.unsealed:
            low, high = parse_x(row.low_text), parse_x(row.high_text)
            yield BoardSpread(session_boards.session.sitting, row.board.number, line, low, high)
