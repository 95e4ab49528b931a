"""Add adjusted awards, which directors give instead of a result, to the tallies."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, partial
from math import lcm

from django.db.models import Count

from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.ranks import Tallies
from tournaments.models import Event, Play, Stage
from tournaments.queries.results.adjusted_awards import GivenAward, given_awards
from tournaments.queries.results.counted_plays import ContestantsOfLines, CountedPlay
from tournaments.queries.results.line_points import LINE_NOT_DUE, lines_due
from tournaments.scoring_pipeline.ranking_keys import RankingKey

# The tallies of each ranking, by the key of the ranking.
TalliesByRanking = dict[RankingKey, Tallies[int]]


def line_tops(stage: Stage) -> Mapping[tuple[int, int, str], int | None]:
    """Return the top of each line of a board, by board id, field and line.

    It is computed from the number of plays in all groups of the field. Empty for methods without
    tops.
    """
    method, lines = stage.event.method, list(stage.event.game.lines)
    if method.top(1) is None:
        return {}
    plays = (
        Play.objects.filter(board__session__stage=stage).exclude(state=Play.State.VOID).order_by()
    )
    plays_due = Counter[tuple[int, int, str]]()
    for board_id, field, play_count in plays.values_list("board_id", "field").annotate(Count("pk")):
        plays_due.update({(board_id, field, line): play_count for line in lines})
    partly_due = plays.filter(line_points__contains=LINE_NOT_DUE)
    for board_id, field, line_points in partly_due.values_list("board_id", "field", "line_points"):
        plays_due.subtract(
            (board_id, field, line)
            for line, is_due in zip(lines, lines_due(line_points, len(lines)), strict=True)
            if not is_due
        )
    return {key: method.top(play_count) for key, play_count in plays_due.items()}


def adjusted_awards_by_ranking(
    event: Event,
    results: Iterable[CountedPlay],
    contestant_ids_of_lines: ContestantsOfLines,
    ranking_keys: Mapping[tuple[int, str], RankingKey],
    tallies: TalliesByRanking,
) -> Mapping[RankingKey, list[GivenAward]]:
    """Return the adjusted awards in each ranking.

    At the time of the call `tallies` must contain only awards for results.
    """
    awards: defaultdict[RankingKey, list[GivenAward]] = defaultdict(list)
    for award in given_awards(
        event,
        results,
        contestant_ids_of_lines,
        cache(partial(own_boards_by_results, tuple(tallies.values()))),
    ):
        awards[ranking_keys[award.result.seating_id, award.line]].append(award)
    return awards


def own_boards_by_results(tallies: Iterable[Tallies[int]], contestant_id: int) -> AwardSums:
    """Return the sum of a contestant's awards for results in all rankings.

    At the time of the call `tallies` must contain only awards for results.
    """
    total = NO_BOARDS
    for ranking_tallies in tallies:
        total = total.plus(ranking_tallies.own_boards(contestant_id))
    return total


def with_adjusted_awards(
    tallies: TalliesByRanking, awards_by_ranking: Mapping[RankingKey, list[GivenAward]]
) -> TalliesByRanking:
    """Return the tallies with the adjusted awards added, over one common denominator."""
    awards_with_keys = [
        (key, given_award, given_award.applied.award)
        for key, given_awards in awards_by_ranking.items()
        for given_award in given_awards
        if given_award.applied.award is not None
    ]
    if not awards_with_keys:
        return tallies
    denominators = (ranking_tallies.denominator for ranking_tallies in tallies.values())
    denominator = lcm(
        *denominators, *(award.denominator for _key, _given_award, award in awards_with_keys)
    )
    tallies = {
        key: ranking_tallies.with_denominator(denominator)
        for key, ranking_tallies in tallies.items()
    }
    for key, given_award, award in awards_with_keys:
        tallies[key].awards[given_award.contestant].append(int(award * denominator))
        if given_award.applied.top:
            tallies[key].tops[given_award.contestant] += given_award.applied.top
    return tallies
