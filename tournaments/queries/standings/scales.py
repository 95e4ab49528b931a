"""Awards, looked up in the scales of their boards: none is stored."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.game import Game
from games.x import X
from scoring import method as scoring
from scoring.frequencies import FieldResults, Frequencies
from tournaments.models import Event, Play, Scale
from tournaments.queries.results.line_points import Made, read_made

ScaleKey = tuple[int, int, int, str]
"""A scale by the rows of its board, its field, its group and its line."""


@dataclass(frozen=True, slots=True)
class LineAward:
    """What scoring gave a line on a board: its X, what it made of its own, MIN and MAX, the award;
    all exact.

    `award` is None where the method gives none.
    """

    line: str
    x: Fraction
    points: Fraction
    low: Fraction
    high: Fraction
    award: Fraction | None

    @property
    def position_percent(self) -> int | None:
        """How far X lies from MIN to MAX, 0 to 100, one beyond them at an end; None where these
        are equal."""
        if self.low == self.high:
            return None
        held = max(self.low, min(self.high, self.x))
        return round(100 * (held - self.low) / (self.high - self.low))


class LastAward(NamedTuple):
    """What somebody has on the board he played last, and the number of the board."""

    board: int
    award: LineAward


Awards = Mapping[int, Mapping[str, LineAward]]
"""By the row of a play the award of each line; a play without one that counts is not there."""


def awards_of(event: Event, plays: Iterable[Play]) -> Awards:
    """The awards of plays of one event, as far as their boards have counted them; one query for
    all."""
    counted = counted_plays_of(plays)
    return awards_in(
        event, counted, Scale.objects.filter(board__in={play.board_id for play in counted})
    )


def counted_plays_of(plays: Iterable[Play]) -> list[Play]:
    """Return the plays that have a result in their scales."""
    return [play for play in plays if read_made(play.counted)]


def awards_in(event: Event, counted: Iterable[Play], rows: Iterable[Scale]) -> Awards:
    """The awards of plays that are counted; `rows` are all scales of their boards."""
    scales = scales_of(event, rows)
    return {
        play.pk: {
            each.line: each
            for each in line_awards(
                event,
                play.counted,
                play.points,
                (play.board_id, play.field, play.group),
                scales,
            )
        }
        for play in counted
    }


def scales_of(event: Event, rows: Iterable[Scale]) -> Mapping[ScaleKey, scoring.AwardScale]:
    """The scales of some boards of an event, of which `rows` are all; those without a result are
    left out."""
    rows = list(rows)
    due = _due(rows)
    read = (
        (row, read_scale(row, event.method, due[row.board_id, row.field, row.line])) for row in rows
    )
    return {(row.board_id, row.field, row.group, row.line): scale for row, scale in read if scale}


def field_results_of(rows: Iterable[Scale]) -> Mapping[ScaleKey, FieldResults]:
    """What was made of some boards, of which `rows` are all the scales, for whatever is held
    against it."""
    rows = list(rows)
    due = _due(rows)
    return {
        (row.board_id, row.field, row.group, row.line): FieldResults(
            _frequencies(row.ordinary),
            _frequencies(row.flagged),
            due[row.board_id, row.field, row.line],
            row.due,
        )
        for row in rows
    }


def _due(rows: Iterable[Scale]) -> Mapping[tuple[int, int, str], int]:
    """How many plays each line of a board is to have in a field, in whatever group."""
    due = Counter[tuple[int, int, str]]()
    for row in rows:
        due[row.board_id, row.field, row.line] += row.due
    return due


def read_scale(row: Scale, method: scoring.Method, due: int) -> scoring.AwardScale | None:
    """The scale under a method; None while nobody has a result.

    `due` is how many plays the board was to have in its field, in whatever group.
    """
    if not (row.ordinary or row.flagged):
        return None
    return method.scale_of_group(
        _frequencies(row.ordinary), _frequencies(row.flagged), row.due, due
    )


def _frequencies(stored: Mapping[str, int]) -> Frequencies:
    return {parse_x(x): often for x, often in stored.items()}


def parse_x(text: str) -> X:
    """X as it was written."""
    return Fraction(text) if "/" in text else int(text)


def x_by_line(game: Game, made: Made) -> Mapping[str, X]:
    """X of each line of a result."""
    return dict(zip(game.lines, map(parse_x, made.xs), strict=True))


def parse_x_pair(text: str | None) -> tuple[X, X] | None:
    """X of N-S and of E-W of what a play made; None where no result counts."""
    made = read_made(text)
    if made is None:
        return None
    one, other = map(parse_x, made.xs)
    return one, other


def line_awards(
    event: Event,
    counted: str | None,
    points: str,
    where: tuple[int, int, int],
    scales: Mapping[ScaleKey, scoring.AwardScale],
) -> Iterator[LineAward]:
    """The award of each line of the result that was `counted`; `where` is its board, field and
    group."""
    made = read_made(counted)
    if made is None:
        return
    xs = x_by_line(event.game, made)
    for (line, x), own in zip(xs.items(), points.split() or made.xs, strict=True):
        # Between reading a play and its scales another result may have been counted there.
        scale, flagged = scales.get((*where, line)), made.flagged
        if scale and scale.has(x, flagged):
            award = event.method.award(line, xs, scale, flagged)
            low, high = _ends(event, scale, xs)
            yield LineAward(line, Fraction(x), Fraction(own), low, high, award)


def _ends(
    event: Event, scale: scoring.AwardScale, xs: Mapping[str, X]
) -> tuple[Fraction, Fraction]:
    """The lowest and the highest X that an award is made of: of one's own table, or of all."""
    if event.method.for_single_seats:
        return Fraction(min(xs.values())), Fraction(max(xs.values()))
    return Fraction(scale.low), Fraction(scale.high)
