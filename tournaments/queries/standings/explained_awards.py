"""Explain X and awards: the game explains X, the scales explain awards."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from games.explanations.explanation import Explanation
from scoring.frequencies import FieldResults
from tournaments.models import Event, Play, ResultScale
from tournaments.queries.results.line_points import parse_line_points
from tournaments.queries.standings.scales import (
    LineAward,
    LineAwardsByPlay,
    ScaleKey,
    awards_from_scales,
    field_results_of,
    plays_with_result,
    read_awards,
    x_by_line,
)

# The explanations of X or of awards by line, for each play by its id. Plays without them are left
# out.
Explanations = Mapping[int, Mapping[str, Explanation]]


class ExplainedAwards(NamedTuple):
    """The awards of some plays, with the explanations of the awards and of their X."""

    awards: LineAwardsByPlay
    explanations: Explanations
    xs: Explanations


# A function that reads awards: `explained_awards`, or `plain_awards` if no explanation is shown.
ReadAwards = Callable[[Event, Iterable[Play]], ExplainedAwards]


def explained_awards(event: Event, plays: Iterable[Play]) -> ExplainedAwards:
    """Return the awards of `read_awards` with explanations, in the same single query."""
    counted_plays = plays_with_result(plays)
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
    except Exception:  # a page that helps to find the error must not fail
        return {}
