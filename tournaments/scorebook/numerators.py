"""The awards of scales over one denominator, so that they add up as whole numbers."""

from collections.abc import Mapping

from games.x import X
from scoring import method as scoring
from tournaments.queries.scales import ScaleKey

Numerators = Mapping[str, X | None]
"""The awards of a scale by X as it is written, over the denominator of the standings."""


def numerators_of(
    scales: Mapping[ScaleKey, scoring.AwardScale], denominator: int
) -> Mapping[tuple[*ScaleKey, bool], Numerators]:
    """The awards of each scale, the ordinary ones and those of flagged results."""
    return {
        (*key, flagged): _numerators(awards, denominator // scale.denominator)
        for key, scale in scales.items()
        for flagged, awards in ((False, scale.ordinary), (True, scale.flagged))
    }


def _numerators(awards: scoring.Numerators, factor: int) -> Numerators:
    return {str(x): None if each is None else each * factor for x, each in awards.items()}
