"""Compute a stage's rankings with other scoring methods, and compare them with its own."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.core.cache import caches

from scoring.catalogue import methods_for
from scoring.method import Method
from tournaments.models import Board, Penalty, Play, Snapshot, Stage
from tournaments.permissions.visibility.public_standings import has_no_hidden_boards, visible_plays
from tournaments.queries.results.counted_plays import CountedPlay, counted_plays
from tournaments.queries.results.line_points import AWARD_PREFIX
from tournaments.queries.standings.ranking import MEAN_DECIMALS, figure_decimals
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredStandings
from tournaments.scoring_pipeline import StandingsCalculator

# A contestant in a ranking: number of the ranking's section, its line, and the contestant's number.
RankedNumber = tuple[int, str, int]

# A board: number of its session in the event, and number of the board.
BoardKey = tuple[int, int]


@dataclass(frozen=True)
class BoardAward:
    """An award on a board, with mean and spread of the awards with which it is compared.

    The spread is the difference between the highest and the lowest award.
    """

    award: Fraction
    mean: Fraction
    spread: Fraction


# The awards of one contestant, by board.
BoardAwards = Mapping[BoardKey, BoardAward]

BoardAwardsByContestant = Mapping[RankedNumber, BoardAwards]


@dataclass(frozen=True)
class DecisiveBoard:
    """The board that explains most of a rank change, with its awards by the two methods."""

    sitting: int
    number: int
    event_award: BoardAward
    compared_award: BoardAward


class BoardAwardsCalculator(StandingsCalculator):
    """Compute standings and awards of boards from results only, without penalties."""

    @cached_property
    def _penalties(self) -> Mapping[int, Sequence[Penalty]]:
        return {}

    def board_awards(self) -> BoardAwardsByContestant:
        """Return the awards of each contestant on boards whose results are public."""
        awards, board_key_by_id = list(self._visible_awards()), self._board_keys
        awards_by_contestant = defaultdict[RankedNumber, dict[BoardKey, BoardAward]](dict)
        means_and_spreads = _mean_and_spread(awards)
        for result, line, award in awards:
            mean, spread = means_and_spreads[_scale_key(result, line)]
            for ranked_number in self._contestants_ranked_at(result, line):
                awards_by_contestant[ranked_number][board_key_by_id[result.board_id]] = BoardAward(
                    award, mean, spread
                )
        return awards_by_contestant

    def _visible_awards(self) -> Iterator["_ResultAward"]:
        for result in counted_plays(visible_plays(self.stage)):
            for line_award in self._line_awards(result):
                if line_award.award is not None:
                    yield result, line_award.line, line_award.award

    def _contestants_ranked_at(self, result: CountedPlay, line: str) -> Iterator[RankedNumber]:
        section, ranked_line = self._ranking_by_line[result.seating_id, line]
        for contestant_id in self.contestant_ids_of_lines[result.seating_id, line]:
            number, _name, _unranked_reason = self._contestants[contestant_id]
            yield section, ranked_line, number

    @property
    def _board_keys(self) -> Mapping[int, BoardKey]:
        session_numbers = {session.pk: session.sitting for session in self.stage.sessions.all()}
        boards = Board.objects.filter(session__in=session_numbers).values_list(
            "pk", "session_id", "number"
        )
        return {pk: (session_numbers[session_id], number) for pk, session_id, number in boards}


# A result, one of its lines, and the line's award.
_ResultAward = tuple[CountedPlay, str, Fraction]

_ScaleKey = tuple[int, int, int, str]


def decisive_board(
    event_awards: BoardAwards, compared_awards: BoardAwards, ranks_gained: int
) -> DecisiveBoard | None:
    """Return the board that explains most of the ranks gained, which are negative for a loss.

    The distance of an award from the mean is divided by the sum of the spreads of all the
    contestant's boards. So the sum of these fractions is the relative distance of the total from an
    average one, and the fractions of two methods can be compared. The board with the largest
    difference between the methods in the direction of the gain is returned, or None if no board has
    a difference in this direction.
    """
    event_gains, compared_gains = _relative_gains(event_awards), _relative_gains(compared_awards)
    support_by_board = {
        board_key: (compared_gains[board_key] - event_gains[board_key]) * ranks_gained
        for board_key in sorted(event_gains.keys() & compared_gains.keys())
    }
    decisive_key = max(support_by_board, key=support_by_board.__getitem__, default=None)
    if decisive_key is None or support_by_board[decisive_key] <= 0:
        return None
    return DecisiveBoard(*decisive_key, event_awards[decisive_key], compared_awards[decisive_key])


def _relative_gains(board_awards: BoardAwards) -> Mapping[BoardKey, Fraction]:
    """Return the distance of each award from the mean, divided by the sum of all spreads."""
    spread_sum = sum((board_award.spread for board_award in board_awards.values()), Fraction(0))
    return {
        board_key: (board_award.award - board_award.mean) / (spread_sum or 1)
        for board_key, board_award in board_awards.items()
    }


def _mean_and_spread(
    result_awards: Sequence[_ResultAward],
) -> Mapping[_ScaleKey, tuple[Fraction, Fraction]]:
    """Return mean and spread of the awards that are compared with each other, by scale."""
    awards = defaultdict[_ScaleKey, list[Fraction]](list)
    for result, line, award in result_awards:
        awards[_scale_key(result, line)].append(award)
    return {
        scale: (
            sum(scale_awards, Fraction(0)) / len(scale_awards),
            max(scale_awards) - min(scale_awards),
        )
        for scale, scale_awards in awards.items()
    }


def _scale_key(result: CountedPlay, line: str) -> _ScaleKey:
    return result.board_id, result.compared_field, result.group, line


# A ranking: its section number, which is 0 if all sections are one field, and its line.
SectionAndLine = tuple[int, str]


class MethodRank(NamedTuple):
    """A contestant's rank by a method, None if unranked, and the figure that decides it.

    `decimals` is how many decimals of the figure are shown in the ranking.
    """

    rank: int | None
    figure: Fraction
    decimals: int = 2
    is_percent: bool = False


# Ranks and figures by ranking and contestant's number.
RanksByRanking = Mapping[SectionAndLine, Mapping[int, MethodRank]]

_UNRANKED = MethodRank(None, Fraction(0))


@dataclass(frozen=True)
class ContestantByMethod:
    """A contestant's rank by the event's method and by each other method."""

    number: int
    names: str
    event_method: MethodRank
    other_methods: tuple[MethodRank, ...]

    @property
    def rank(self) -> int | None:
        """The rank by the event's method, None if unranked."""
        return self.event_method.rank

    @property
    def gains(self) -> tuple[int, ...]:
        """Return how many ranks higher the contestant is by each method, negative for lower."""
        return tuple(
            self.rank - rank_by_method.rank if self.rank and rank_by_method.rank else 0
            for rank_by_method in self.other_methods
        )

    @property
    def places(self) -> list[tuple[MethodRank, int]]:
        """Return the rank by each method, with the number of ranks gained."""
        return list(zip(self.other_methods, self.gains, strict=True))


@dataclass(frozen=True)
class RankChange:
    """A contestant who gains or loses most ranks, with a board that explains it, or None."""

    names: str
    board: DecisiveBoard | None


@dataclass(frozen=True)
class LargestRankChanges:
    """All contestants who gain most ranks by a method, and all who lose most."""

    gainers: tuple[RankChange, ...]
    losers: tuple[RankChange, ...]

    @property
    def explained(self) -> list[RankChange]:
        """Return the changes that are explained by a board."""
        return [change for change in (*self.gainers, *self.losers) if change.board]


@dataclass(frozen=True)
class RankingByMethod:
    """A ranking with the largest rank changes by each other method, None if none changes."""

    section: int
    line: str
    by_mean: bool
    rows: tuple[ContestantByMethod, ...]
    changes_by_method: tuple[tuple[type[Method], LargestRankChanges | None], ...]

    @property
    def explained_by_method(self) -> list[tuple[type[Method], list[RankChange]]]:
        """Return the changes explained by a board, for each method that has any."""
        return [
            (method, changes.explained)
            for method, changes in self.changes_by_method
            if changes and changes.explained
        ]


def compared_methods(stage: Stage) -> list[type[Method]]:
    """Return the methods by which the rankings of a stage can be computed for comparison.

    The list is empty while a board is hidden, and for stages in which results do not determine the
    award alone: those with carry-over, with matches at two tables, or ranked by totals. A stage
    with adjusted awards can only be compared with methods that know averages and percentages.
    """
    if (
        not has_no_hidden_boards(stage)
        or stage.carry_over_from
        or stage.event.at_two_tables
        or stage.event.method.ranks_by_total
    ):
        return []
    event = stage.event
    possible_methods = methods_for(event.game, event.players_each)
    candidates = (
        method
        for method in possible_methods
        if method.key != event.method_key and not method.ranks_by_total
    )
    has_adjusted_awards = Play.objects.filter(
        board__session__stage=stage, counted_line_points__startswith=AWARD_PREFIX
    ).exists()
    return [
        method
        for method in candidates
        if not has_adjusted_awards or (method.supports_averages and method.supports_percent)
    ]


def rankings_by_method(stage: Stage, snapshot: Snapshot) -> list[RankingByMethod]:
    """Return the rankings of a stage with those by `compared_methods`, cached per snapshot.

    Rankings by other methods are without penalties, because these are in awards of the event's
    method.
    """
    keys = "-".join(method.key for method in compared_methods(stage))
    key = f"rankings-by-method-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}-{keys}"
    rankings: list[RankingByMethod] | None = caches["template_fragments"].get_or_set(
        key, lambda: list(_compare_rankings(stage, snapshot))
    )
    return rankings or []


def _compare_rankings(stage: Stage, snapshot: Snapshot) -> Iterator[RankingByMethod]:
    methods = compared_methods(stage)
    calculators = [BoardAwardsCalculator(_stage_with_method(stage, method)) for method in methods]
    standings_by_method, event_awards = (
        [_ranks_by_ranking(calculator.public_standings()) for calculator in calculators],
        BoardAwardsCalculator(stage).board_awards(),
    )
    board_awards = [calculator.board_awards() for calculator in calculators]
    for ranking in StoredStandings.from_json(snapshot.standings).rankings:
        rows = tuple(_contestants_by_method(ranking, standings_by_method))
        changes = (
            _largest_changes(ranking.key, rows, method_index, event_awards, compared_awards)
            for method_index, compared_awards in enumerate(board_awards)
        )
        yield RankingByMethod(
            *ranking.key,
            ranking.ranked_by == "mean",
            rows,
            tuple(zip(methods, changes, strict=True)),
        )


def _largest_changes(
    key: SectionAndLine,
    rows: Sequence[ContestantByMethod],
    method_index: int,
    event_awards: BoardAwardsByContestant,
    compared_awards: BoardAwardsByContestant,
) -> LargestRankChanges | None:
    gains = [row.gains[method_index] for row in rows]
    if not any(gains):
        return None
    largest_gains = (max(0, *gains), min(0, *gains))
    return LargestRankChanges(
        *(
            tuple(_rank_changes(key, rows, method_index, gain, (event_awards, compared_awards)))
            for gain in largest_gains
        )
    )


def _rank_changes(
    key: SectionAndLine,
    rows: Sequence[ContestantByMethod],
    method_index: int,
    gain: int,
    board_awards: tuple[BoardAwardsByContestant, BoardAwardsByContestant],
) -> Iterator[RankChange]:
    for row in (row for row in rows if gain and row.gains[method_index] == gain):
        event_awards, compared_awards = (
            awards_by_contestant.get((*key, row.number), {})
            for awards_by_contestant in board_awards
        )
        yield RankChange(row.names, decisive_board(event_awards, compared_awards, gain))


def _contestants_by_method(
    ranking: StoredRanking, standings_by_method: Sequence[RanksByRanking]
) -> Iterator[ContestantByMethod]:
    event_ranks = _method_ranks(ranking)
    for row in ranking.rows:
        ranks = tuple(
            ranks_by_ranking.get(ranking.key, {}).get(row.number, _UNRANKED)
            for ranks_by_ranking in standings_by_method
        )
        yield ContestantByMethod(row.number, row.contestant, event_ranks[row.number], ranks)


def _ranks_by_ranking(standings: StoredStandings) -> RanksByRanking:
    return {ranking.key: _method_ranks(ranking) for ranking in standings.rankings}


def _method_ranks(ranking: StoredRanking) -> Mapping[int, MethodRank]:
    """Return rank and deciding figure of each contestant by number."""
    ranked_by = ranking.ranked_by
    figures = {row.number: getattr(row, ranked_by) or Fraction(0) for row in ranking.rows}
    if ranked_by == "mean":
        decimals = MEAN_DECIMALS
    elif ranked_by == "percent":
        decimals = 1  # four columns have to fit on a phone
    elif all(figure.denominator == 1 for figure in figures.values()):
        decimals = 0
    else:
        decimals = figure_decimals(figures[row.number] for row in ranking.rows if row.rank)
    return {
        row.number: MethodRank(row.rank, figures[row.number], decimals, ranked_by == "percent")
        for row in ranking.rows
    }


def _stage_with_method(stage: Stage, method: type[Method]) -> Stage:
    """Return an unsaved copy of the stage whose event has another method."""
    stage_copy = Stage.objects.select_related("event").get(pk=stage.pk)
    stage_copy.event.method_key, stage_copy.event.method_options = method.key, {}
    return stage_copy
