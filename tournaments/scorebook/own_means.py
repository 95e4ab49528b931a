"""Rows to scoring to rows: rests and boards not played, which count as the mean of one's own
boards."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import lcm

from scoring.given.own_boards import OwnBoards
from tournaments.queries.scorecards.unplayed import Unplayed
from tournaments.scorebook.given import OfRankings, own_by_results
from tournaments.scorebook.rankings import RankingKey

RestsByRanking = Mapping[RankingKey, Mapping[int, OwnBoards]]


def rests_by_ranking(tallies: OfRankings, missing: Iterable[Unplayed]) -> RestsByRanking:
    """What the boards count as that somebody did not play, in the ranking in which he is for their
    section.

    `tallies` have nothing yet but what everybody made by results. Nothing for who has no result.
    """
    boards: defaultdict[RankingKey, Counter[int]] = defaultdict(Counter)
    for each in missing:
        if (key := _ranking_of(each, tallies)) is not None:
            boards[key][each.contestant] += each.boards
    everywhere = tuple(tallies.values())
    return {
        key: {who: own_by_results(everywhere, who).times(number) for who, number in of.items()}
        for key, of in boards.items()
    }


def _ranking_of(missing: Unplayed, tallies: OfRankings) -> RankingKey | None:
    """Of sections apart that of the section; None for whoever is in none."""
    there = (key for key in sorted(tallies) if missing.contestant in tallies[key].awards)
    return next((key for key in there if key[0] in (0, missing.section)), None)


def with_rests(tallies: OfRankings, rests: RestsByRanking) -> OfRankings:
    """With what rests count as in each ranking, all over one denominator."""
    if not rests:
        return tallies
    denominator = lcm(
        *(each.denominator for each in tallies.values()),
        *(rest.total.denominator for of in rests.values() for rest in of.values()),
    )
    return {
        key: each.over(denominator).with_rests(rests.get(key, {})) for key, each in tallies.items()
    }
