"""How the awards of results came about, from the scales in which they are looked up."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from games.explained.explanation import Explanation
from scoring.frequencies import OtherResults
from tournaments.models import Event, Play, Scale
from tournaments.queries.made import read_made
from tournaments.queries.scales import Awards, LineAward, ScaleKey, awards_in, counted_of, exact_x, others_of

Explanations = Mapping[int, Mapping[str, Explanation]]
"""By the row of a play how the award of each line came about; a play without one is not there."""


class AwardsExplained(NamedTuple):
    """The awards of some plays, and how each came about."""

    awards: Awards
    explanations: Explanations


def explained_awards(event: Event, plays: Iterable[Play]) -> AwardsExplained:
    """The same awards as `awards_of`, with how they came about; in the same one query."""
    counted = counted_of(event, plays)
    rows = list(Scale.objects.filter(board__in={play.board_id for play in counted}))
    awards, among = awards_in(event, counted, rows), others_of(rows)
    explanations = {
        play.pk: dict(_explained(event, play, awards[play.pk].values(), among)) for play in counted
    }
    return AwardsExplained(awards, explanations)


def _explained(
    event: Event, play: Play, awards: Iterable[LineAward], among: Mapping[ScaleKey, OtherResults]
) -> Iterator[tuple[str, Explanation]]:
    made = read_made(play.counted)
    if made is None:
        return
    by_line = dict(zip(event.game.lines, made.xs, strict=True))
    for award in awards:
        others = among[play.board_id, play.field, play.group, award.line]
        x = exact_x(by_line[award.line])
        yield award.line, event.method.explained(x, made.flagged, others)
