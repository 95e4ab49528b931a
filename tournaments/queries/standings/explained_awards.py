"""Explanations of X and awards: X by the game, awards from the scales."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from games.explanations.explanation import Explanation
from scoring.frequencies import FieldResults
from tournaments.models import Event, Play, ResultScale
from tournaments.queries.results.line_points import parse_line_points
from tournaments.queries.standings.scales import (
    Awards,
    LineAward,
    ScaleKey,
    awards_from_scales,
    counted_plays_of,
    field_results_of,
    read_awards,
    x_by_line,
)

# By play id and line how X or the award came about; a play without one is absent.
Explanations = Mapping[int, Mapping[str, Explanation]]


class ExplainedAwards(NamedTuple):
    """The awards of some plays, with the explanations of the awards and of their X."""

    awards: Awards
    explanations: Explanations
    xs: Explanations


# How awards are read: `explained_awards`, or `plain_awards` where no explanation is shown.
ReadAwards = Callable[[Event, Iterable[Play]], ExplainedAwards]


def explained_awards(event: Event, plays: Iterable[Play]) -> ExplainedAwards:
    """Return the awards of `read_awards` with explanations, in the same single query."""
    counted_plays = counted_plays_of(plays)
    rows = list(ResultScale.objects.filter(board__in={play.board_id for play in counted_plays}))
    awards, field_results = awards_from_scales(event, counted_plays, rows), field_results_of(rows)
    explanations = {
        play.pk: dict(_award_explanations(event, play, awards[play.pk].values(), field_results))
        for play in counted_plays
    }
    xs = {play.pk: dict(_x_explanations(event, play, awards[play.pk])) for play in counted_plays}
    return ExplainedAwards(awards, explanations, xs)


def plain_awards(event: Event, plays: Iterable[Play]) -> ExplainedAwards:
    """Return the same awards without explanations: files and printed sheets show none."""
    return ExplainedAwards(read_awards(event, plays), {}, {})


def _award_explanations(
    event: Event,
    play: Play,
    awards: Iterable[LineAward],
    field_results: Mapping[ScaleKey, FieldResults],
) -> Iterator[tuple[str, Explanation]]:
    points = parse_line_points(play.counted_line_points)
    if points is None:
        return
    xs = x_by_line(event.game, points)
    for award in awards:
        others = field_results[play.board_id, play.field, play.group, award.line]
        yield award.line, event.method.explain_award(award.line, xs, points.flagged, others)


def _x_explanations(
    event: Event, play: Play, awards: Mapping[str, LineAward]
) -> Iterator[tuple[str, Explanation]]:
    """Yield the explanations of X, except where the result has changed since it was counted."""
    for line, explanation in _x_explanations_of_game(event, play).items():
        if line in awards and explanation.value == awards[line].x:
            yield line, explanation


def _x_explanations_of_game(event: Event, play: Play) -> Mapping[str, Explanation]:
    if play.entry is None or play.entry.given:
        return {}
    try:
        return event.game.explain_x(play.entry.outcome, event.game.board(play.board.number))
    except Exception:  # a page that helps to find the error must open
        return {}
