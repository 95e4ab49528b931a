"""Adjusted awards, given instead of a result, as part of the tallies of a ranking."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, partial
from math import lcm

from django.db.models import Count

from scoring.adjusted.own_boards import NO_BOARDS, OwnBoards
from scoring.ranks import Tallies
from tournaments.models import Event, Play, Stage
from tournaments.queries.results.adjusted_awards import GivenAward, given_awards
from tournaments.queries.results.counted_plays import ContestantsOfLines, CountedPlay
from tournaments.queries.results.line_points import LINE_NOT_DUE, lines_due
from tournaments.scoring_pipeline.ranking_keys import RankingKey

# Tallies of contestants by the key of their ranking.
TalliesByRanking = dict[RankingKey, Tallies[int]]


def line_tops(stage: Stage) -> Mapping[tuple[int, int, str], int | None]:
    """Return the top of each line of a board by field, from the plays that all groups are due.

    Empty for methods without tops.
    """
    method, lines = stage.event.method, list(stage.event.game.lines)
    if method.top(1) is None:
        return {}
    plays = (
        Play.objects.filter(board__session__stage=stage).exclude(state=Play.State.VOID).order_by()
    )
    plays_due = Counter[tuple[int, int, str]]()
    for board, field, number in plays.values_list("board_id", "field").annotate(Count("pk")):
        plays_due.update({(board, field, line): number for line in lines})
    partly_due = plays.filter(line_points__contains=LINE_NOT_DUE)
    for board, field, line_points in partly_due.values_list("board_id", "field", "line_points"):
        plays_due.subtract(
            (board, field, line)
            for line, is_due in zip(lines, lines_due(line_points, len(lines)), strict=True)
            if not is_due
        )
    return {key: method.top(number) for key, number in plays_due.items()}


def adjusted_awards_by_ranking(
    event: Event,
    results: Iterable[CountedPlay],
    owners: ContestantsOfLines,
    ranking_keys: Mapping[tuple[int, str], RankingKey],
    tallies: TalliesByRanking,
) -> Mapping[RankingKey, list[GivenAward]]:
    """Return the adjusted awards in each ranking.

    `tallies` must not contain anything yet but awards for results.
    """
    awards: defaultdict[RankingKey, list[GivenAward]] = defaultdict(list)
    for award in given_awards(
        event, results, owners, cache(partial(own_boards_by_results, tuple(tallies.values())))
    ):
        awards[ranking_keys[award.result.seating, award.line]].append(award)
    return awards


def own_boards_by_results(tallies: Iterable[Tallies[int]], contestant_id: int) -> OwnBoards:
    """Return what a contestant made by results in all rankings.

    `tallies` must not contain anything else yet.
    """
    total = NO_BOARDS
    for ranking_tallies in tallies:
        total = total.plus(ranking_tallies.own_boards(contestant_id))
    return total


def with_adjusted_awards(
    tallies: TalliesByRanking, awards_by_ranking: Mapping[RankingKey, list[GivenAward]]
) -> TalliesByRanking:
    """Return the tallies with the adjusted awards added, over one common denominator."""
    awarded = [
        (key, given_award, given_award.applied.award)
        for key, given_awards in awards_by_ranking.items()
        for given_award in given_awards
        if given_award.applied.award is not None
    ]
    if not awarded:
        return tallies
    denominators = (given_award.denominator for given_award in tallies.values())
    denominator = lcm(*denominators, *(award.denominator for _key, _each, award in awarded))
    tallies = {
        key: given_award.with_denominator(denominator) for key, given_award in tallies.items()
    }
    for key, given_award, award in awarded:
        tallies[key].awards[given_award.contestant].append(int(award * denominator))
        if given_award.applied.top:
            tallies[key].tops[given_award.contestant] += given_award.applied.top
    return tallies
