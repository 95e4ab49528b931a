"""Awards, looked up in the scales of their boards: no award is stored."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.game import Game
from games.x import X
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import AwardScale, Method
from tournaments.models import Event, Play, ResultScale
from tournaments.queries.results.line_points import LinePoints, parse_line_points

# A scale by the id of its board, its field, its group and its line.
ScaleKey = tuple[int, int, int, str]


@dataclass(frozen=True, slots=True)
class LineAward:
    """A line's X, own points, MIN, MAX and award on a board, all exact.

    `award` is None if the method gives none.
    """

    line: str
    x: Fraction
    points: Fraction
    low: Fraction
    high: Fraction
    award: Fraction | None

    @property
    def position_percent(self) -> int | None:
        """Where X lies from MIN (0) to MAX (100), clamped; None if both are equal."""
        if self.low == self.high:
            return None
        clamped = max(self.low, min(self.high, self.x))
        return round(100 * (clamped - self.low) / (self.high - self.low))


class LastAward(NamedTuple):
    """The award on a contestant's last board, and the number of the board."""

    board: int
    line_award: LineAward


# The award of each line, for each play by its id. Plays without a counted result are left out.
LineAwardsByPlay = Mapping[int, Mapping[str, LineAward]]


def read_awards(event: Event, plays: Iterable[Play]) -> LineAwardsByPlay:
    """Return the awards of plays of one event, as far as they are scored, in one query."""
    counted_plays = plays_with_result(plays)
    return awards_from_scales(
        event,
        counted_plays,
        ResultScale.objects.filter(board__in={play.board_id for play in counted_plays}),
    )


def plays_with_result(plays: Iterable[Play]) -> list[Play]:
    """Return the plays that have a result in their scales."""
    return [play for play in plays if parse_line_points(play.counted_line_points)]


def awards_from_scales(
    event: Event, counted_plays: Iterable[Play], scale_rows: Iterable[ResultScale]
) -> LineAwardsByPlay:
    """Return the awards of scored plays; `scale_rows` are all scales of their boards."""
    scales = scales_of(event, scale_rows)
    return {
        play.pk: {
            line_award.line: line_award
            for line_award in line_awards(
                event,
                play.counted_line_points,
                play.line_scores,
                (play.board_id, play.field, play.group),
                scales,
            )
        }
        for play in counted_plays
    }


def scales_of(event: Event, scale_rows: Iterable[ResultScale]) -> Mapping[ScaleKey, AwardScale]:
    """Return the award scales of some boards, leaving out those without a result.

    `scale_rows` are all scales of the boards.
    """
    all_rows = list(scale_rows)
    expected_counts = _expected_counts(all_rows)
    award_scales = (
        (row, read_scale(row, event.method, expected_counts[row.board_id, row.field, row.line]))
        for row in all_rows
    )
    return {
        (row.board_id, row.field, row.group, row.line): scale
        for row, scale in award_scales
        if scale
    }


def field_results_of(scale_rows: Iterable[ResultScale]) -> Mapping[ScaleKey, FieldResults]:
    """Return the results of some boards, to compare a hypothetical X with.

    `scale_rows` are all scales of the boards.
    """
    all_rows = list(scale_rows)
    expected_counts = _expected_counts(all_rows)
    return {
        (row.board_id, row.field, row.group, row.line): FieldResults(
            _frequencies(row.frequencies),
            _frequencies(row.flagged_frequencies),
            expected_counts[row.board_id, row.field, row.line],
            row.expected,
        )
        for row in all_rows
    }


def _expected_counts(scale_rows: Iterable[ResultScale]) -> Mapping[tuple[int, int, str], int]:
    """Return how many results are expected for each board, comparison field and line.

    The groups of a field are added up.
    """
    expected_counts = Counter[tuple[int, int, str]]()
    for row in scale_rows:
        expected_counts[row.board_id, row.field, row.line] += row.expected
    return expected_counts


def read_scale(row: ResultScale, method: Method, due_count: int) -> AwardScale | None:
    """Return the award scale of a row under a method, or None without results.

    `due_count` is how many results are expected for the board in its field, over all groups.
    """
    if not (row.frequencies or row.flagged_frequencies):
        return None
    return method.scale_of_group(
        _frequencies(row.frequencies),
        _frequencies(row.flagged_frequencies),
        row.expected,
        due_count,
    )


def _frequencies(stored: Mapping[str, int]) -> Frequencies:
    return {parse_x(x): count for x, count in stored.items()}


def parse_x(text: str) -> X:
    """Return X from its stored text: a whole number, or a fraction such as `7/2`."""
    return Fraction(text) if "/" in text else int(text)


def x_by_line(game: Game, points: LinePoints) -> Mapping[str, X]:
    """Return X of each line of a result."""
    return dict(zip(game.lines, map(parse_x, points.xs), strict=True))


def parse_x_pair(text: str | None) -> tuple[X, X] | None:
    """Return X of N-S and of E-W of a play, or None if no result counts."""
    points = parse_line_points(text)
    if points is None:
        return None
    north_south, east_west = map(parse_x, points.xs)
    return north_south, east_west


def line_awards(
    event: Event,
    counted_line_points: str | None,
    line_scores: str,
    board_key: tuple[int, int, int],
    scales: Mapping[ScaleKey, AwardScale],
) -> Iterator[LineAward]:
    """Yield the award of each line of a counted result.

    `board_key` is the board id, field and group of the play.
    """
    line_points = parse_line_points(counted_line_points)
    if line_points is None:
        return
    xs = x_by_line(event.game, line_points)
    for (line, x), own_points in zip(
        xs.items(), line_scores.split() or line_points.xs, strict=True
    ):
        # Another result may have been counted between reading the play and reading the scales.
        scale, is_flagged = scales.get((*board_key, line)), line_points.flagged
        if scale and scale.has(x, is_flagged):
            award = event.method.award(line, xs, scale, is_flagged)
            low, high = _x_range(event, scale, xs)
            yield LineAward(line, Fraction(x), Fraction(own_points), low, high, award)


def _x_range(event: Event, scale: AwardScale, xs: Mapping[str, X]) -> tuple[Fraction, Fraction]:
    """Return the lowest and highest X that an award is relative to.

    They are those at the table if a method ranks single seats, otherwise those of the scale.
    """
    if event.method.for_single_seats:
        return Fraction(min(xs.values())), Fraction(max(xs.values()))
    return Fraction(scale.low), Fraction(scale.high)
