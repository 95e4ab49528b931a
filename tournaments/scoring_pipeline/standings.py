"""Compute the standings of a stage from the counted points of its plays and their scales."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Self

from scoring.adjusted.award_sums import AwardSums
from scoring.catalogue import get_tiebreaks
from scoring.method import AwardScale, Numerators
from scoring.ranks import CarriedOver, Tallies, rank
from scoring.tiebreaks import PlayedBoard, StageHistory, TiedGroup, break_ties, share_place
from tournaments.models import Event, Penalty, Play, ResultScale, SitOut, Stage
from tournaments.permissions.visibility.public_standings import (
    visible_plays,
    visible_sit_outs,
)
from tournaments.queries.results.counted_plays import (
    CountedPlay,
    RoundSitOut,
    contestants_missing_session,
    contestants_of_lines_and_rounds,
    counted_plays,
    round_sit_outs,
)
from tournaments.queries.results.line_points import LinePoints, parse_line_points
from tournaments.queries.results.unplayed_boards import (
    UnplayedBoards,
    UnplayedSequence,
    unplayed_boards_of,
)
from tournaments.queries.scorecards.last_open_plays import last_open_plays
from tournaments.queries.standings.latest import uses_min_max_scale
from tournaments.queries.standings.scales import (
    LastAward,
    LineAward,
    ScaleKey,
    line_awards,
    scales_of,
    x_by_line,
)
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredRow, StoredStandings
from tournaments.scoring_pipeline.adjusted_awards import (
    TalliesByRanking,
    adjusted_awards_by_ranking,
    line_tops,
    own_boards_by_results,
    with_adjusted_awards,
)
from tournaments.scoring_pipeline.ranking_keys import (
    COMMON_RANKING,
    RankingKey,
    ranking_keys,
    sorted_ranking_keys,
    stored_row,
)
from tournaments.scoring_pipeline.scale_updates import scales_with


class AwardLookup:
    """Look up the awards of results in their scales.

    Awards are integers: their numerators over the common denominator of the standings.
    """

    def __init__(
        self, event: Event, scales: Mapping[ScaleKey, AwardScale], denominator: int
    ) -> None:
        self.event, self.scales, self.denominator = event, scales, denominator
        self._lines = tuple(event.game.lines)
        self._numerators = {
            (*key, flagged): _scaled_numerators(denominator // scale.denominator, awards)
            for key, scale in scales.items()
            for flagged, awards in ((False, scale.ordinary), (True, scale.flagged))
        }

    def awards_of(self, result: CountedPlay) -> Iterator[tuple[str, int | None]]:
        """Yield each line of a result with its award, or None without one.

        If the stage is not locked, the scales may have been read before they contained the play.
        Then its awards are None too.
        """
        points = parse_line_points(result.counted_line_points)
        if points is None:
            return
        if self.event.method.for_single_seats:
            yield from self._awards_of_single_seats(result, points)
            return
        for line, x in zip(self._lines, points.xs, strict=True):
            key = (result.board_id, result.compared_field, result.group, line, points.flagged)
            yield line, self._numerators.get(key, {}).get(x)

    def _awards_of_single_seats(
        self, result: CountedPlay, points: LinePoints
    ) -> Iterator[tuple[str, int | None]]:
        """Yield the award of each line by a method that needs X of all lines of the table."""
        xs = x_by_line(self.event.game, points)
        for line, x in xs.items():
            scale = self.scales.get((result.board_id, result.compared_field, result.group, line))
            if scale and scale.has(x, points.flagged):
                award = self.event.method.award(line, xs, scale, points.flagged)
                yield line, None if award is None else int(award * self.denominator)


def _scaled_numerators(factor: int, awards: Numerators) -> Mapping[str, int | None]:
    return {
        str(x): None if numerator is None else int(numerator * factor)
        for x, numerator in awards.items()
    }


CreditsByRanking = Mapping[RankingKey, Mapping[int, AwardSums]]


def credits_by_ranking(
    tallies: TalliesByRanking, unplayed_boards: Iterable[UnplayedBoards]
) -> CreditsByRanking:
    """Return the awards that contestants get for sit-outs and unplayed boards, by ranking.

    Each such board counts as the mean of the contestant's results. At the time of the call
    `tallies` must contain only awards for results. A contestant without a result gets nothing.
    """
    board_counts: defaultdict[RankingKey, Counter[int]] = defaultdict(Counter)
    for unplayed in unplayed_boards:
        if (key := _ranking_of_contestant(unplayed, tallies)) is not None:
            board_counts[key][unplayed.contestant_id] += unplayed.board_count
    all_tallies = tuple(tallies.values())
    return {
        key: {
            contestant_id: own_boards_by_results(all_tallies, contestant_id).scaled_to(board_count)
            for contestant_id, board_count in counts_by_contestant.items()
        }
        for key, counts_by_contestant in board_counts.items()
    }


def _ranking_of_contestant(
    unplayed_boards: UnplayedBoards, tallies: TalliesByRanking
) -> RankingKey | None:
    """Return the ranking of the contestant who did not play the boards, or None.

    The ranking of all sections together (section 0) is searched first, then that of the section in
    which the boards were to be played.
    """
    keys = (key for key in sorted(tallies) if unplayed_boards.contestant_id in tallies[key].awards)
    return next((key for key in keys if key[0] in (0, unplayed_boards.section_number)), None)


def with_credits(
    tallies: TalliesByRanking, credits_of_rankings: CreditsByRanking
) -> TalliesByRanking:
    """Return the tallies with the credits for unplayed boards, over a common denominator."""
    if not credits_of_rankings:
        return tallies
    denominator = lcm(
        *(ranking_tallies.denominator for ranking_tallies in tallies.values()),
        *(
            credit.total.denominator
            for ranking_credits in credits_of_rankings.values()
            for credit in ranking_credits.values()
        ),
    )
    return {
        key: ranking_tallies.with_denominator(denominator).with_credits(
            credits_of_rankings.get(key, {})
        )
        for key, ranking_tallies in tallies.items()
    }


# Function that divides contestants with equal awards into groups, from the best to the worst.
TieBreaker = Callable[[list[int]], Iterable[TiedGroup[int]]]


class StandingsCalculator:
    """Compute standings of a stage from results; scales and other data are read only once."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.event = stage, stage.event
        self.method, self.lines = stage.event.method, stage.event.game.lines
        self._stored_scales = list(ResultScale.objects.filter(board__session__stage=stage))
        self.scales = scales_of(stage.event, self._stored_scales)
        self.contestant_ids_of_lines, self.round_of_seating = contestants_of_lines_and_rounds(stage)

    def as_of(self, results: Iterable[CountedPlay], until: datetime | None) -> Self:
        """Return a calculator whose scales contain only these results.

        It counts the penalties given until the time `until`, or all if that is None.
        """
        calculator = copy(self)
        scales = scales_with(self._stored_scales, results, tuple(self.lines))
        calculator.scales = scales_of(self.event, scales)
        # These cached properties depend on the scales and must be computed again.
        for name in ("_denominator", "_award_lookup"):
            vars(calculator).pop(name, None)
        vars(calculator)["_penalties"] = {
            contestant_id: [
                penalty for penalty in penalties if until is None or penalty.at <= until
            ]
            for contestant_id, penalties in self._penalties.items()
        }
        return calculator

    def full_standings(self) -> StoredStandings:
        """Return the standings with every result, as the desk shows them."""
        return self.standings(*self._all_counted())

    def _all_counted(
        self,
    ) -> tuple[Sequence[CountedPlay], Sequence[RoundSitOut], UnplayedSequence]:
        sit_outs = SitOut.objects.filter(round__section__session__stage=self.stage)
        plays = Play.objects.filter(board__session__stage=self.stage)
        started_sit_outs = sit_outs.exclude(round__started_at=None)
        return (
            counted_plays(plays),
            round_sit_outs(started_sit_outs),
            unplayed_boards_of(self.stage, plays),
        )

    def stage_totals(self) -> Mapping[int, CarriedOver]:
        """Return each contestant's total in the stage, in all rankings together, by id."""
        merged = self._merged_tallies()
        return {
            contestant_id: merged.carry_over_of(contestant_id) for contestant_id in merged.awards
        }

    def credited_boards(self) -> Mapping[int, AwardSums]:
        """Return the credits for sit-outs and unplayed boards, by the contestant's id."""
        return self._merged_tallies().rested

    def _merged_tallies(self) -> Tallies[int]:
        tallies = self._tallies_by_ranking(*self._all_counted()).values()
        return self._empty_tallies(
            next((ranking_tallies.denominator for ranking_tallies in tallies), 0)
        ).merge(tallies)

    @cached_property
    def carry_over(self) -> Mapping[int, CarriedOver]:
        """Return what each contestant carries over from the previous stage, by contestant id."""
        previous_stage = self.stage.carry_over_from
        if previous_stage is None:
            return {}
        return {
            contestant_id: total.scaled(self.stage.carry_over)
            for contestant_id, total in type(self)(previous_stage).stage_totals().items()
        }

    def public_standings(self) -> StoredStandings:
        """Return the standings with the results that the public may see."""
        plays, sit_outs = visible_plays(self.stage), visible_sit_outs(self.stage)
        return self.standings(
            counted_plays(plays), round_sit_outs(sit_outs), unplayed_boards_of(self.stage, plays)
        )

    def standings(
        self,
        results: Sequence[CountedPlay],
        sit_outs: Sequence[RoundSitOut] = (),
        unplayed_boards: UnplayedSequence = (),
    ) -> StoredStandings:
        """Return the standings from some results, sit-outs and unplayed boards.

        Sections are ranked separately if the stage is set so. Lines are ranked separately except in
        three cases: a contestant has sat on several lines, rounds are drawn, or the method always
        ranks lines together. In these cases there is one ranking with the line `all`.
        """
        tallies = self._tallies_by_ranking(results, sit_outs, unplayed_boards)
        tie_breaker, last_awards = self._tie_breaker(results), self._last_awards(results)
        unranked_ids = self._unranked_ids(results, sit_outs)
        return StoredStandings(
            plays=len(results),
            round=max(
                (self.round_of_seating[result.seating_id] for result in results), default=None
            ),
            rankings=tuple(
                StoredRanking(
                    line,
                    tuple(
                        self._rows(tallies[section, line], tie_breaker, last_awards, unranked_ids)
                    ),
                    section,
                )
                for section, line in sorted_ranking_keys(tallies, self.lines)
            ),
        )

    @cached_property
    def _ranking_by_line(self) -> Mapping[tuple[int, str], RankingKey]:
        return ranking_keys(self.stage, self.contestant_ids_of_lines)

    @cached_property
    def _contestants(self) -> Mapping[int, tuple[int, str, str]]:
        """Return number, name and `unranked_reason` of contestants by id.

        The reason is empty for ranked contestants.
        """
        rows = self.event.contestants.order_by().values_list(
            "pk", "number", "name", "unranked_reason"
        )
        return {pk: (number, name, unranked_reason) for pk, number, name, unranked_reason in rows}

    @cached_property
    def _penalties(self) -> Mapping[int, Sequence[Penalty]]:
        penalties: dict[int, list[Penalty]] = defaultdict(list)
        for penalty in self.stage.penalties.exclude(amount_text="0"):
            penalties[penalty.contestant_id].append(penalty)
        return penalties

    @cached_property
    def _tops(self) -> Mapping[tuple[int, int, str], int | None]:
        """The highest award that was possible, by board id, field and line; None without a top."""
        return line_tops(self.stage)

    @cached_property
    def _denominator(self) -> int:
        """Return the common denominator of all awards and penalties."""
        return lcm(
            (self.method.sit_out_award or Fraction(0)).denominator,
            *(scale.denominator for scale in self.scales.values()),
            *(
                penalty.amount.denominator
                for penalties in self._penalties.values()
                for penalty in penalties
            ),
            *(carried.total.denominator for carried in self.carry_over.values()),
        )

    @cached_property
    def _award_lookup(self) -> AwardLookup:
        return AwardLookup(self.event, self.scales, self._denominator)

    def _tallies_by_ranking(
        self,
        results: Sequence[CountedPlay],
        sit_outs: Iterable[RoundSitOut],
        unplayed_boards: UnplayedSequence = (),
    ) -> dict[RankingKey, Tallies[int]]:
        """Return the tallies of each ranking; contestants without awards have empty tallies."""
        tallies: dict[RankingKey, Tallies[int]] = {}
        for seating_line, contestant_ids in self.contestant_ids_of_lines.items():
            key = self._ranking_by_line[seating_line]
            ranking_tallies = tallies.get(key) or tallies.setdefault(key, self._empty_tallies())
            for contestant_id in contestant_ids:
                ranking_tallies.awards[contestant_id] += ()
        for result in results:
            self._add_result(tallies, result)
        # Credits and adjusted awards depend on the contestant's own results, so they are computed
        # before anything else is added to the tallies.
        credits_of_rankings = credits_by_ranking(tallies, unplayed_boards)
        adjusted_awards = adjusted_awards_by_ranking(
            self.event, results, self.contestant_ids_of_lines, self._ranking_by_line, tallies
        )
        sit_out_award = self.method.sit_out_award
        award = () if sit_out_award is None else (int(sit_out_award * self._denominator),)
        for sit_out in sit_outs:
            ranking_tallies = tallies.get(COMMON_RANKING) or tallies.setdefault(
                COMMON_RANKING, self._empty_tallies()
            )
            ranking_tallies.awards[sit_out.contestant_id] += award
        return with_credits(with_adjusted_awards(tallies, adjusted_awards), credits_of_rankings)

    def _empty_tallies(self, denominator: int = 0) -> Tallies[int]:
        common_denominator = denominator or self._denominator
        penalty_items = self._penalties.items()
        penalties = {
            contestant_id: int(
                sum(penalty.amount for penalty in contestant_penalties) * common_denominator
            )
            for contestant_id, contestant_penalties in penalty_items
        }
        return Tallies[int](
            common_denominator,
            penalties=penalties,
            ranks_by_total=self.method.ranks_by_total,
            carried=self.carry_over,
        )

    def _add_result(self, tallies: Mapping[RankingKey, Tallies[int]], result: CountedPlay) -> None:
        seating_id, board_id, field, _group, _counted, _points = result
        for line, award in self._award_lookup.awards_of(result):
            if award is not None:
                ranking_tallies, top = (
                    tallies[self._ranking_by_line[seating_id, line]],
                    self._tops.get((board_id, field, line)),
                )
                for contestant_id in self.contestant_ids_of_lines[seating_id, line]:
                    ranking_tallies.awards[contestant_id].append(award)
                    if top:
                        ranking_tallies.tops[contestant_id] += top

    def _rows(
        self,
        tallies: Tallies[int],
        tie_breaker: TieBreaker,
        last_awards: Mapping[int, LastAward],
        unranked_ids: Collection[int],
    ) -> Iterator[StoredRow]:
        names = {pk: name for pk, (_number, name, _unranked_reason) in self._contestants.items()}
        for row in rank(
            tallies, self.method.unranked_below, names.__getitem__, tie_breaker, unranked_ids
        ):
            reasons = (penalty.reason for penalty in self._penalties.get(row.contestant, ()))
            yield stored_row(
                row, self._contestants[row.contestant], reasons, last_awards.get(row.contestant)
            )

    def _unranked_ids(
        self, results: Iterable[CountedPlay], sit_outs: Iterable[RoundSitOut]
    ) -> Collection[int]:
        """Return the ids of contestants who get no rank.

        These are contestants with an `unranked_reason` and, if the event has the rule
        `Event.Missed.UNRANKED`, those who missed a session.
        """
        unranked_ids = {
            pk
            for pk, (_number, _name, unranked_reason) in self._contestants.items()
            if unranked_reason
        }
        if self.event.missed == Event.Missed.UNRANKED:
            unranked_ids |= set(
                contestants_missing_session(
                    results, self.contestant_ids_of_lines, self.round_of_seating, sit_outs
                )
            )
        return unranked_ids

    def _tie_breaker(self, results: Sequence[CountedPlay]) -> TieBreaker:
        """Return a tie-breaker, which builds the history of the stage only if there is a tie."""
        tiebreaks = get_tiebreaks(self.event.tiebreaks)
        history: list[StageHistory[int]] = []

        def break_stage_ties(tied_ids: list[int]) -> Iterable[TiedGroup[int]]:
            if not tiebreaks:
                return share_place(tied_ids)
            if not history:
                history.append(StageHistory(self._history(results)))
            return break_ties(tied_ids, tiebreaks, history[0])

        return break_stage_ties

    def _history(self, results: Sequence[CountedPlay]) -> Iterable[PlayedBoard[int]]:
        return (played_board for result in results for played_board in self._played_boards(result))

    def _played_boards(self, result: CountedPlay) -> Iterator[PlayedBoard[int]]:
        """Yield the `PlayedBoard` of each contestant of a result.

        Opponents are all contestants on other lines of the table.
        """
        for line_award in self._line_awards(result):
            if line_award.award is None:
                continue
            other_lines = (line for line in self.lines if line != line_award.line)
            opponent_ids = tuple(
                contestant_id
                for line in other_lines
                for contestant_id in self.contestant_ids_of_lines[result.seating_id, line]
            )
            for contestant_id in self.contestant_ids_of_lines[result.seating_id, line_award.line]:
                yield PlayedBoard(
                    contestant_id,
                    result.board_id,
                    line_award.line,
                    line_award.x,
                    line_award.points,
                    line_award.award,
                    opponent_ids,
                )

    def _line_awards(self, result: CountedPlay) -> Iterable[LineAward]:
        """Return X, points and award of each line; `AwardLookup` returns only scaled awards."""
        key = result.board_id, result.compared_field, result.group
        return line_awards(
            self.event, result.counted_line_points, result.line_scores, key, self.scales
        )

    def _last_awards(self, results: Iterable[CountedPlay]) -> Mapping[int, LastAward]:
        """Return each contestant's award on their last board that is not hidden.

        Empty for methods other than the min-max scale.
        """
        if not uses_min_max_scale(self.event):
            return {}
        last_plays = last_open_plays(
            self.stage, results, self.contestant_ids_of_lines, self.round_of_seating
        )
        return {
            contestant_id: LastAward(play.board, award)
            for contestant_id, play in last_plays.items()
            for award in self._line_awards(play.result)
            if award.line == play.line
        }
