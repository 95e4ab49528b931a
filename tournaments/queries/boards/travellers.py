"""The traveller: all that happened on one board, once nobody is still to play it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from games.deals import Deal, Scenario
from games.explanations.explanation import Explanation
from games.game import Game
from games.text import Text
from tournaments.models import Board, Contestant, Event, Play, ResultScale, Seating, Session
from tournaments.permissions.visibility.hands import PUBLIC, visible_hands
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.results.adjusted_awards import (
    AppliedAward,
    award_basis_text,
    award_text,
    awards_of_contestants,
    awards_text,
    public_awards_by_play,
)
from tournaments.queries.results.line_points import AWARD_PREFIX
from tournaments.queries.results.notations import first_choice_key, notation_of
from tournaments.queries.rounds.rounds import contestants_by_line
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.rounds.substitutes import (
    Substitute,
    substitutes_by_seating,
    substitutes_on,
)
from tournaments.queries.shared_related_objects import sharing
from tournaments.queries.standings.explained_awards import (
    ExplainedAwards,
    ReadAwards,
    explained_awards,
)
from tournaments.queries.standings.scales import LineAward, awards_in, counted_plays_of

# While standings are held back: awards of all boards add up to totals.
NO_AWARDS = ExplainedAwards({}, {}, {})

EDGE = 5
"""Where the lowest and the highest X are drawn, in percent from the sides."""

_WELL_INSIDE = range(15, 86)
"""How far along a mark lies whose number does not touch those at the ends, in percent."""


class DotSize(NamedTuple):
    """How large dots are drawn: radius and height of a row in pixels, and how far apart those of a
    row are at least, in percent: on a phone they touch there."""

    radius: int
    row: int
    apart: int


WITH_LABEL, PLAIN = DotSize(14, 30, 10), DotSize(6, 14, 5)

MAX_LABELLED_ROWS = 10
"""Rows of dots with the numbers of their tables; of more rows dots are small and plain."""

MAX_LABEL_LENGTH = 2
"""Letters of a table's number that a dot has room for."""

TICKS = 34
"""Pixels below the axis."""


@dataclass(frozen=True)
class LineResult:
    """One line of a result: who sat there, and what scoring made of it, if it counts.

    `given` is what each of them was given instead of a result, and `said` the same in words, each
    different thing once, with what its percent is of, where it has one; nothing where there is a
    result. `substitutes` says who of them did not play it himself, and who did. `explanations` are
    of its awards: one of a result, and of what was given each different one. `x_explanation` is of
    X.
    """

    line: str
    contestants: list[Contestant]
    scored: LineAward | None
    given: tuple[AppliedAward, ...] = ()
    said: tuple[tuple[Text, Text | None], ...] = ()
    substitutes: tuple[Text, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    x_explanation: Explanation | None = None

    @property
    def awards(self) -> list[Fraction | None]:
        """The award of the line; where partners were given different ones each of them."""
        given = list(dict.fromkeys(each.award for each in self.given))
        return given or [self.award]

    @property
    def x(self) -> Fraction | None:
        """X of the line; None where no result counts."""
        return self.scored.x if self.scored else None

    @property
    def award(self) -> Fraction | None:
        """The award of the line; None where it has none, and where partners were given different
        ones."""
        if len({each.award for each in self.given}) == 1:
            return self.given[0].award
        return self.scored.award if self.scored else None

    @property
    def extreme(self) -> str:
        """`MIN` or `MAX` where X is one of them and they differ; otherwise blank."""
        if self.scored is None or self.scored.low == self.scored.high:
            return ""
        return {self.scored.low: "MIN", self.scored.high: "MAX"}.get(self.scored.x, "")


@dataclass(frozen=True)
class TableResult:
    """What happened at one table; `called`, the first thing chosen, is blank without a result."""

    play: Play
    lines: list[LineResult]
    called: str
    notation: Text | None

    @property
    def numbers(self) -> str:
        """The numbers of those who sat there, with blanks between them."""
        return " ".join(str(each.number) for line in self.lines for each in line.contestants)

    @property
    def is_explained(self) -> bool:
        """Whether an award of one of its lines has an explanation."""
        return any(line.explanations for line in self.lines)


class SortedDeal(NamedTuple):
    """The cards as players sort them: hands by seat in order of play, and what nobody was dealt."""

    hands: Mapping[str, Sequence[object]]
    talon: Sequence[object]


class Frequency(NamedTuple):
    """One X, and at how many tables it came about."""

    x: Fraction
    often: int


class Dot(NamedTuple):
    """The result of a table: from the left in percent, from the top in pixels.

    `contestants` are the numbers of those who sat there, with blanks between them.
    """

    label: str
    left: int
    top: int
    contestants: str


class DotPlot(NamedTuple):
    """Every X of a board's first line as a dot, from the lowest to the highest.

    `zero` is where zero lies, None where it does not lie well inside.
    """

    dots: tuple[Dot, ...]
    radius: int
    has_labels: bool
    axis: int
    height: int
    zero: int | None
    frequencies: tuple[Frequency, ...]

    @property
    def low(self) -> Fraction:
        """The lowest X."""
        return self.frequencies[0].x

    @property
    def high(self) -> Fraction:
        """The highest X."""
        return self.frequencies[-1].x


def traveller(board: Board, read_awards: ReadAwards = explained_awards) -> list[TableResult]:
    """Every table's result on an unsealed board, the best award of the game's first line first."""
    event = board.session.stage.event
    plays = board.plays.select_related("entry", "seating__table__section").prefetch_related(
        with_contestants("seating__places")
    )
    explained, given = NO_AWARDS, dict[int, Mapping[int, AppliedAward]]()
    if not is_embargoed(event):
        explained, given = read_awards(event, plays), dict(public_awards_by_play(plays))
    came = substitutes_by_seating([play.seating for play in plays])
    shown = (table_result(event, play, explained, given.get(play.pk, {})) for play in plays)
    named = (_with_substitutes(each, came.get(each.play.seating_id, ())) for each in shown)
    return sorted(named, key=result_sort_key)


def shown_deal(board: Board) -> SortedDeal | None:
    """The cards as players sort them; None where they are sealed or not known."""
    shown = visible_hands(PUBLIC, board)
    return sorted_deal(board.session.stage.event.game, shown.deal) if shown and shown.deal else None


def shown_scenario(board: Board) -> Scenario:
    """What each list of a club gave it, by name; nothing where there are none, or while it is
    sealed."""
    if not board.session.stage.event.game.lists:
        return {}
    shown = visible_hands(PUBLIC, board)
    return shown.scenario if shown else {}


def sorted_deal(game: Game, deal: Deal) -> SortedDeal:
    """The cards of a deal as the players of the game sort them."""
    hands = {seat: game.sorted_hand(hand) for seat, hand in deal.hands.items()}
    return SortedDeal(hands, game.sorted_hand(deal.talon))


def dot_plot(results: Iterable[TableResult]) -> DotPlot | None:
    """Return the results of the game's first line as dots; None without any."""
    counted = [result for result in results if result.lines[0].x is not None]
    counted.sort(key=lambda result: (result.lines[0].x, result.play.seating.table.number))
    if not counted:
        return None
    xs = [result.lines[0].x or Fraction(0) for result in counted]
    labels = [str(result.play.seating.table.label) for result in counted]
    lefts = [_along(x, xs[0], xs[-1]) for x in xs]
    size, rows = WITH_LABEL, _rows(lefts, WITH_LABEL.apart)
    if max(rows) >= MAX_LABELLED_ROWS or max(map(len, labels)) > MAX_LABEL_LENGTH:
        size, rows = PLAIN, _rows(lefts, PLAIN.apart)
    axis = (max(rows) + 1) * size.row + 4
    dots = tuple(
        Dot(label, left, axis - row * size.row - size.radius - 3, result.numbers)
        for label, left, row, result in zip(labels, lefts, rows, counted, strict=True)
    )
    frequencies = tuple(Frequency(x, often) for x, often in sorted(Counter(xs).items()))
    zero = zero_position(xs[0], xs[-1])
    return DotPlot(dots, size.radius, size is WITH_LABEL, axis, axis + TICKS, zero, frequencies)


def zero_position(low: Fraction, high: Fraction) -> int | None:
    """Where zero is drawn between two X, in percent; None where it does not lie well inside."""
    if not low < 0 < high:
        return None
    along = _along(Fraction(0), low, high)
    return along if along in _WELL_INSIDE else None


def _along(x: Fraction, low: Fraction, high: Fraction) -> int:
    part = (x - low) / (high - low) if high > low else Fraction(1, 2)
    return EDGE + round(part * (100 - 2 * EDGE))


def _rows(lefts: Sequence[int], apart: int) -> list[int]:
    """The row of each dot, the lowest in which it does not touch the one before it."""
    ends: list[int] = []
    rows = []
    for left in lefts:
        row = next((at for at, end in enumerate(ends) if left - end >= apart), len(ends))
        ends[row : row + 1] = [left]
        rows.append(row)
    return rows


def play_notation(game: Game, play: Play) -> Text | None:
    """The result of a play as players write it, or what was given instead; None where neither
    counts."""
    if play.entry is None or play.state == Play.State.VOID:
        return None
    if play.entry.given:
        return awards_text(play.entry.given, game)
    return notation_of(game, play.entry.outcome, game.board(play.board.number))


def called_at_table(game: Game, play: Play) -> str:
    """What was called, as the game's own word for it; blank where nothing was."""
    return first_choice_key(game, play.entry.outcome) if play.entry else ""


def table_result(
    event: Event, play: Play, explained: ExplainedAwards, given: Mapping[int, AppliedAward]
) -> TableResult:
    """What happened at one table: a play with its seating, by the awards of some plays."""
    seated = contestants_by_line(event.game, play.seating.places.all())
    awards, whys = explained.awards.get(play.pk, {}), explained.explanations.get(play.pk, {})
    lines = []
    for line, contestants in seated.items():
        here = awards_of_contestants(given, contestants)
        different = {(each.given, each.is_own_mean): each for each in here}.values()
        said = tuple(
            (award_text(each.given), award_basis_text(each, event.method)) for each in different
        )
        why = (
            _each_once(each.explanation for each in here)
            if here
            else tuple(filter(None, [whys.get(line)]))
        )
        x_why = explained.xs.get(play.pk, {}).get(line)
        lines.append(LineResult(line, contestants, awards.get(line), here, said, (), why, x_why))
    return TableResult(
        play, lines, called_at_table(event.game, play), play_notation(event.game, play)
    )


def _with_substitutes(result: TableResult, came: Sequence[Substitute]) -> TableResult:
    lines, board = result.play.board.session.stage.event.game.lines, result.play.board.number
    named = [
        replace(
            shown,
            substitutes=substitutes_on(
                (each for each in came if each.place.seat in lines[shown.line]), board
            ),
        )
        for shown in result.lines
    ]
    return replace(result, lines=named)


def _each_once(explanations: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """The different ones, in their order: what they are made of cannot be hashed."""
    different: list[Explanation] = []
    for each in explanations:
        if each not in different:
            different.append(each)
    return tuple(different)


def result_sort_key(result: TableResult) -> tuple[bool, Fraction, Fraction, int, int]:
    """Return what results are sorted by: the award and X of the first line, then the table."""
    first, table = result.lines[0], result.play.seating.table
    award, x = first.award or Fraction(0), first.x or Fraction(0)
    return first.award is None, -award, -x, table.section.number, table.number


# Plays that are read from the database at once.
_AT_ONCE = 500


def travellers(session: Session, numbers: Collection[int]) -> Iterator[list[TableResult]]:
    """The results on unsealed boards of a session, board by board, without explanations or
    substitutes.

    Seats and scales are read once for all boards, plays in one query, of which one board is held at
    a time.
    """
    event = session.stage.event
    seatings = _seatings_of(session)
    plays = Play.objects.filter(board__session=session, board__number__in=numbers)
    ruled = plays.filter(counted_line_points__startswith=AWARD_PREFIX).select_related(
        "board__session__stage__event"
    )
    held_back = is_embargoed(event)
    given = {} if held_back else public_awards_by_play(ruled)
    scales = defaultdict[int, list[ResultScale]](list) if held_back else _scales_of(session)
    in_order = sharing(plays.order_by("board__number", "pk"), "board", "entry")
    for _number, together in groupby(
        in_order.iterator(_AT_ONCE), key=lambda play: play.board.number
    ):
        on_board = list(together)
        for play in on_board:
            play.board.session, play.seating = session, seatings[play.seating_id]
        awards = awards_in(event, counted_plays_of(on_board), scales[on_board[0].board_id])
        plain = ExplainedAwards(awards, {}, {})
        shown = (table_result(event, play, plain, given.get(play.pk, {})) for play in on_board)
        yield sorted(shown, key=result_sort_key)


def _seatings_of(session: Session) -> dict[int, Seating]:
    """The seatings of a session by row, with table, section, round and who sits."""
    seatings = Seating.objects.filter(round__section__session=session).order_by("pk")
    read = sharing(seatings, "table", "round").prefetch_related(with_contestants())
    sections = {section.pk: section for section in session.sections.all()}
    for seating in read:
        seating.table.section = seating.round.section = sections[seating.table.section_id]
    return {seating.pk: seating for seating in read}


def _scales_of(session: Session) -> defaultdict[int, list[ResultScale]]:
    """The scales of a session by the row of their board."""
    found = defaultdict[int, list[ResultScale]](list)
    for scale in ResultScale.objects.filter(board__session=session).order_by("pk"):
        found[scale.board_id].append(scale)
    return found
