"""The awards of results over one denominator, so that they add up as whole numbers."""

from collections.abc import Iterator, Mapping

from games.x import X
from scoring import method as scoring
from tournaments.models import Event
from tournaments.queries.results.counted_plays import CountedPlay
from tournaments.queries.results.line_points import Made, read_made
from tournaments.queries.standings.scales import ScaleKey, x_by_line


class Numerators:
    """The awards of an event over the denominator of its standings, by X as it is written."""

    def __init__(
        self, event: Event, scales: Mapping[ScaleKey, scoring.AwardScale], denominator: int
    ) -> None:
        self.event, self.scales, self.denominator = event, scales, denominator
        self._known = {
            (*key, flagged): _over(denominator // scale.denominator, awards)
            for key, scale in scales.items()
            for flagged, awards in ((False, scale.ordinary), (True, scale.flagged))
        }

    def of(self, result: CountedPlay) -> Iterator[tuple[str, X | None]]:
        """Each line of a result with its award; None where it has none.

        Who has not locked the stage may have read the scales before the play was counted.
        """
        made = read_made(result.counted)
        if made is None:
            return
        if self.event.method.for_single_seats:
            yield from self._by_the_table(result, made)
            return
        for line, x in zip(self.event.game.lines, made.xs, strict=True):
            where = (result.board, result.field, result.group, line, made.flagged)
            yield line, self._known.get(where, {}).get(x)

    def _by_the_table(self, result: CountedPlay, made: Made) -> Iterator[tuple[str, X | None]]:
        xs = x_by_line(self.event.game, made)
        for line, x in xs.items():
            scale = self.scales.get((result.board, result.field, result.group, line))
            if scale and scale.has(x, made.flagged):
                award = self.event.method.award(line, xs, scale, made.flagged)
                yield line, None if award is None else int(award * self.denominator)


def _over(factor: int, awards: scoring.Numerators) -> Mapping[str, X | None]:
    return {str(x): None if each is None else each * factor for x, each in awards.items()}
