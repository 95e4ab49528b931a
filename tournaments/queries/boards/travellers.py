"""The traveller: all results of one board, once nobody still plays it."""

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
    public_awards_by_play,
    stored_awards_text,
)
from tournaments.queries.results.line_points import AWARD_PREFIX
from tournaments.queries.results.notations import first_choice_key, notation_of
from tournaments.queries.rounds.rounds import contestants_by_line
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.rounds.substitutes import (
    Substitute,
    substitutes_by_seating,
    substitution_texts_of_board,
)
from tournaments.queries.shared_related_objects import sharing
from tournaments.queries.standings.explained_awards import (
    ExplainedAwards,
    ReadAwards,
    explained_awards,
)
from tournaments.queries.standings.scales import LineAward, awards_from_scales, plays_with_result

# Used while standings are held back, because the awards of all boards would add up to the totals.
NO_AWARDS = ExplainedAwards({}, {}, {})

# The distance of the lowest and the highest X from the sides of the picture, in percent.
EDGE = 5

# Positions, in percent, at which a number does not overlap the numbers at the ends.
_LABELLED_POSITIONS = range(15, 86)


class DotSize(NamedTuple):
    """The size of dots: `radius` and `row_height` in pixels, and `min_distance` in percent.

    At `min_distance`, the dots of a row touch each other on a phone.
    """

    radius: int
    row_height: int
    min_distance: int


WITH_LABEL, PLAIN = DotSize(14, 30, 10), DotSize(6, 14, 5)

# With more rows than this, dots are small and have no labels.
MAX_LABELLED_ROWS = 10

# The longest table label that fits into a dot.
MAX_LABEL_LENGTH = 2

# The height of the picture below the axis, in pixels.
TICKS = 34


@dataclass(frozen=True)
class LineResult:
    """One line of a result: its contestants, and its award if the result counts.

    `applied_awards` are the adjusted awards of a ruling, and `award_texts` their different texts,
    each with what a percentage refers to; both are empty if there is a result. `substitutes` are
    texts that name the substitutes. `explanations` explain the award, or each different adjusted
    award; `x_explanation` explains X.
    """

    line: str
    contestants: list[Contestant]
    line_award: LineAward | None
    applied_awards: tuple[AppliedAward, ...] = ()
    award_texts: tuple[tuple[Text, Text | None], ...] = ()
    substitutes: tuple[Text, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    x_explanation: Explanation | None = None

    @property
    def awards(self) -> list[Fraction | None]:
        """The award of the line, or the different awards of partners."""
        awards = list(dict.fromkeys(applied.award for applied in self.applied_awards))
        return awards or [self.award]

    @property
    def x(self) -> Fraction | None:
        """X of the line; None if no result counts."""
        return self.line_award.x if self.line_award else None

    @property
    def award(self) -> Fraction | None:
        """The award of the line; None if it has none or partners were given different ones."""
        if len({applied.award for applied in self.applied_awards}) == 1:
            return self.applied_awards[0].award
        return self.line_award.award if self.line_award else None

    @property
    def extreme(self) -> str:
        """`MIN` or `MAX` if X equals that limit and the limits differ; otherwise blank."""
        if self.line_award is None or self.line_award.low == self.line_award.high:
            return ""
        return {self.line_award.low: "MIN", self.line_award.high: "MAX"}.get(self.line_award.x, "")


@dataclass(frozen=True)
class TableResult:
    """The result of one table; `call_key` is what it chose first, blank without a result."""

    play: Play
    lines: list[LineResult]
    call_key: str
    notation: Text | None

    @property
    def numbers(self) -> str:
        """The contestants' numbers, separated by blanks."""
        return " ".join(
            str(contestant.number) for line in self.lines for contestant in line.contestants
        )

    @property
    def is_explained(self) -> bool:
        """Whether an award of one of its lines has an explanation."""
        return any(line.explanations for line in self.lines)


class SortedDeal(NamedTuple):
    """The cards sorted as players hold them: hands by seat in order of play, and the talon."""

    hands: Mapping[str, Sequence[object]]
    talon: Sequence[object]


class Frequency(NamedTuple):
    """One X and the number of tables with it."""

    x: Fraction
    table_count: int


class Dot(NamedTuple):
    """The result of a table: `left` in percent, `top` in pixels.

    `contestants` are their numbers, separated by blanks.
    """

    label: str
    left: int
    top: int
    contestants: str


class DotPlot(NamedTuple):
    """The X of the first line at every table as dots, from the lowest to the highest.

    `zero` is the position of zero in percent; None unless it is well inside.
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


def traveller_rows(board: Board, read_awards: ReadAwards = explained_awards) -> list[TableResult]:
    """Return all results of an unsealed board, the best award of the first line first."""
    event = board.session.stage.event
    plays = board.plays.select_related(
        "entry", "seating__table__section", "seating__round"
    ).prefetch_related(with_contestants("seating__places"))
    awards, applied_awards = NO_AWARDS, dict[int, Mapping[int, AppliedAward]]()
    if not is_embargoed(event):
        awards, applied_awards = read_awards(event, plays), dict(public_awards_by_play(plays))
    substitutes = substitutes_by_seating([play.seating for play in plays])
    results = (table_result(event, play, awards, applied_awards.get(play.pk, {})) for play in plays)
    with_names = (
        _with_substitutes(result, substitutes.get(result.play.seating_id, ())) for result in results
    )
    return sorted(with_names, key=result_sort_key)


def repeated_tables(results: Iterable[TableResult]) -> set[int]:
    """Return the ids of tables with several results of the board, from different rounds."""
    counts = Counter(result.play.seating.table_id for result in results)
    return {table for table, results_of_table in counts.items() if results_of_table > 1}


def shown_deal(board: Board) -> SortedDeal | None:
    """Return the sorted cards of a board; None if they are sealed or not known."""
    hands = visible_hands(PUBLIC, board)
    return sorted_deal(board.session.stage.event.game, hands.deal) if hands and hands.deal else None


def shown_scenario(board: Board) -> Scenario:
    """Return the scenario of a board: what each of the club's lists gave it, by name.

    Empty if it has none or if the board is sealed.
    """
    if not board.session.stage.event.game.scenario_lists:
        return {}
    hands = visible_hands(PUBLIC, board)
    return hands.scenario if hands else {}


def sorted_deal(game: Game, deal: Deal) -> SortedDeal:
    """Return the cards of a deal sorted as players of the game hold them."""
    hands = {seat: game.sorted_hand(hand) for seat, hand in deal.hands.items()}
    return SortedDeal(hands, game.sorted_hand(deal.talon))


def dot_plot(results: Iterable[TableResult]) -> DotPlot | None:
    """Return the results of the game's first line as dots; None if there are none."""
    results_with_x = [result for result in results if result.lines[0].x is not None]
    results_with_x.sort(key=lambda result: (result.lines[0].x, result.play.seating.table.number))
    if not results_with_x:
        return None
    xs = [result.lines[0].x or Fraction(0) for result in results_with_x]
    labels = [str(result.play.seating.table.label) for result in results_with_x]
    left_positions = [_position_percent(x, xs[0], xs[-1]) for x in xs]
    size, rows = WITH_LABEL, _dot_rows(left_positions, WITH_LABEL.min_distance)
    if max(rows) >= MAX_LABELLED_ROWS or max(map(len, labels)) > MAX_LABEL_LENGTH:
        size, rows = PLAIN, _dot_rows(left_positions, PLAIN.min_distance)
    axis = (max(rows) + 1) * size.row_height + 4
    dots = tuple(
        Dot(label, left, axis - row * size.row_height - size.radius - 3, result.numbers)
        for label, left, row, result in zip(
            labels, left_positions, rows, results_with_x, strict=True
        )
    )
    frequencies = tuple(Frequency(x, count) for x, count in sorted(Counter(xs).items()))
    zero = zero_position(xs[0], xs[-1])
    return DotPlot(dots, size.radius, size is WITH_LABEL, axis, axis + TICKS, zero, frequencies)


def zero_position(low: Fraction, high: Fraction) -> int | None:
    """Return the position of zero between two X in percent; None unless it is well inside."""
    if not low < 0 < high:
        return None
    position = _position_percent(Fraction(0), low, high)
    return position if position in _LABELLED_POSITIONS else None


def _position_percent(x: Fraction, low: Fraction, high: Fraction) -> int:
    share = (x - low) / (high - low) if high > low else Fraction(1, 2)
    return EDGE + round(share * (100 - 2 * EDGE))


def _dot_rows(left_positions: Sequence[int], min_distance: int) -> list[int]:
    """Return the row of each dot: the lowest in which it does not overlap the last dot there."""
    last_position_by_row: list[int] = []
    rows = []
    for left in left_positions:
        row = next(
            (
                index
                for index, last_position in enumerate(last_position_by_row)
                if left - last_position >= min_distance
            ),
            len(last_position_by_row),
        )
        last_position_by_row[row : row + 1] = [left]
        rows.append(row)
    return rows


def play_notation(game: Game, play: Play) -> Text | None:
    """Return a result in the players' notation, or the awards given instead; None if neither."""
    if play.entry is None or play.state == Play.State.VOID:
        return None
    if play.entry.given:
        return stored_awards_text(play.entry.given, game)
    return notation_of(game, play.entry.outcome, game.board(play.board.number))


def called_at_table(game: Game, play: Play) -> str:
    """Return the key of the trump or contract of a result, or a blank."""
    return first_choice_key(game, play.entry.outcome) if play.entry else ""


def table_result(
    event: Event,
    play: Play,
    explained_awards: ExplainedAwards,
    applied_by_contestant: Mapping[int, AppliedAward],
) -> TableResult:
    """Return the result of one play, with the awards and explanations of some plays."""
    contestants_of_line = contestants_by_line(event.game, play.seating.places.all())
    awards, explanations = (
        explained_awards.awards.get(play.pk, {}),
        explained_awards.explanations.get(play.pk, {}),
    )
    lines = []
    for line, contestants in contestants_of_line.items():
        applied_awards = awards_of_contestants(applied_by_contestant, contestants)
        distinct_awards = {
            (applied.adjusted_award, applied.own_mean_made_difference): applied
            for applied in applied_awards
        }.values()
        texts = tuple(
            (award_text(applied.adjusted_award), award_basis_text(applied, event.method))
            for applied in distinct_awards
        )
        line_explanations = (
            _unique(applied.explanation for applied in applied_awards)
            if applied_awards
            else tuple(filter(None, [explanations.get(line)]))
        )
        x_explanation = explained_awards.xs.get(play.pk, {}).get(line)
        lines.append(
            LineResult(
                line,
                contestants,
                awards.get(line),
                applied_awards,
                texts,
                (),
                line_explanations,
                x_explanation,
            )
        )
    return TableResult(
        play, lines, called_at_table(event.game, play), play_notation(event.game, play)
    )


def _with_substitutes(result: TableResult, substitutes: Sequence[Substitute]) -> TableResult:
    lines, board = result.play.board.session.stage.event.game.lines, result.play.board.number
    lines_with_substitutes = [
        replace(
            line_result,
            substitutes=substitution_texts_of_board(
                (
                    substitute
                    for substitute in substitutes
                    if substitute.place.seat in lines[line_result.line]
                ),
                board,
            ),
        )
        for line_result in result.lines
    ]
    return replace(result, lines=lines_with_substitutes)


def _unique(explanations: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """Return the different explanations in order; they are not hashable."""
    different: list[Explanation] = []
    for explanation in explanations:
        if explanation not in different:
            different.append(explanation)
    return tuple(different)


def result_sort_key(result: TableResult) -> tuple[bool, Fraction, Fraction, int, int]:
    """Return the sort key of results: award and X of the first line, then the table."""
    first, table = result.lines[0], result.play.seating.table
    award, x = first.award or Fraction(0), first.x or Fraction(0)
    return first.award is None, -award, -x, table.section.number, table.number


# The number of plays that are read from the database at once.
_CHUNK_SIZE = 500


def travellers(session: Session, numbers: Collection[int]) -> Iterator[list[TableResult]]:
    """Yield the results of unsealed boards of a session, board by board.

    They have no explanations or substitutes. Seats and scales are read once. Plays are read in one
    query, and only those of one board are in memory at a time.
    """
    event = session.stage.event
    seatings = _seatings_of(session)
    plays = Play.objects.filter(board__session=session, board__number__in=numbers)
    plays_with_awards = plays.filter(counted_line_points__startswith=AWARD_PREFIX).select_related(
        "board__session__stage__event"
    )
    is_under_embargo = is_embargoed(event)
    applied_awards = {} if is_under_embargo else public_awards_by_play(plays_with_awards)
    scales = defaultdict[int, list[ResultScale]](list) if is_under_embargo else _scales_of(session)
    ordered_plays = sharing(plays.order_by("board__number", "pk"), "board", "entry")
    for _number, plays_of_board in groupby(
        ordered_plays.iterator(_CHUNK_SIZE), key=lambda play: play.board.number
    ):
        board_plays = list(plays_of_board)
        for play in board_plays:
            play.board.session, play.seating = session, seatings[play.seating_id]
        awards = awards_from_scales(
            event, plays_with_result(board_plays), scales[board_plays[0].board_id]
        )
        explained = ExplainedAwards(awards, {}, {})
        results = (
            table_result(event, play, explained, applied_awards.get(play.pk, {}))
            for play in board_plays
        )
        yield sorted(results, key=result_sort_key)


def _seatings_of(session: Session) -> dict[int, Seating]:
    """Return the seatings of a session by id, with table, section, round and contestants."""
    seatings = Seating.objects.filter(round__section__session=session).order_by("pk")
    loaded = sharing(seatings, "table", "round").prefetch_related(with_contestants())
    sections = {section.pk: section for section in session.sections.all()}
    for seating in loaded:
        seating.table.section = seating.round.section = sections[seating.table.section_id]
    return {seating.pk: seating for seating in loaded}


def _scales_of(session: Session) -> defaultdict[int, list[ResultScale]]:
    """Return the scales of a session by the id of their board."""
    scales = defaultdict[int, list[ResultScale]](list)
    for scale in ResultScale.objects.filter(board__session=session).order_by("pk"):
        scales[scale.board_id].append(scale)
    return scales
