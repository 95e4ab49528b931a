"""Compute standings of stages in which teams play matches at two tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from math import lcm
from typing import NamedTuple, cast

from scoring.method import Comparison
from scoring.ranks import Tallies
from scoring.teams.match_tiebreak import match_tiebreak
from scoring.teams.matches import MatchAwards, MatchBoard, TableX, TeamMatch, match_history
from scoring.teams.team_method import TeamMethod
from scoring.tiebreaks import PlayedBoard
from tournaments.models import SitOut, Stage
from tournaments.movements.base.stage_state import PlayedRound, StageState
from tournaments.movements.base.team_matches import match_round_number
from tournaments.movements.drawing.bracket_ranks import bracket_ranks
from tournaments.movements.drawing.bracket_rounds import participants
from tournaments.queries.results.counted_plays import CountedPlay, RoundSitOut, round_sit_outs
from tournaments.queries.results.unplayed_boards import UnplayedSequence
from tournaments.queries.rounds.team_matches import (
    MatchRound,
    MatchRoundKey,
    MatchRows,
    forfeits,
    match_rounds,
    stage_seeding,
)
from tournaments.queries.standings.scales import parse_x_pair
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.scoring_pipeline.ranking_keys import COMMON_RANKING, RankingKey, ranked_by_bracket
from tournaments.scoring_pipeline.standings import StandingsCalculator

# Counted plays by ids of seating and board.
CountedPlayBySeatingAndBoard = Mapping[tuple[int, int], CountedPlay]


class ScoredMatch(NamedTuple):
    """A match: its rows, its results with the numbers of its teams, and the teams' awards."""

    rows: MatchRows
    match: TeamMatch[int]
    awards: MatchAwards


def standings_calculator(stage: Stage) -> StandingsCalculator:
    """Return the calculator of a stage: for matches if its method compares these."""
    return (
        TeamStandingsCalculator(stage)
        if stage.event.method.comparison is Comparison.MATCH
        else StandingsCalculator(stage)
    )


class TeamStandingsCalculator(StandingsCalculator):
    """Compute the standings of a stage of teams that meet at two tables."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.team_method = cast(TeamMethod, self.method)
        self.rounds_of_matches = match_rounds(stage)

    def standings(
        self,
        results: Sequence[CountedPlay],
        sit_outs: Sequence[RoundSitOut] = (),
        unplayed_boards: UnplayedSequence = (),
    ) -> StoredStandings:
        """Return the standings by awards of matches; in a knock-out by position in the bracket."""
        standings = super().standings(results, sit_outs, unplayed_boards)
        if not self._needs_winners:
            return standings
        if not (ranks := self._ranks_in_bracket(results)):
            return standings
        rankings = (
            replace(ranking, rows=ranked_by_bracket(ranking.rows, ranks))
            for ranking in standings.rankings
        )
        return replace(standings, rankings=tuple(rankings))

    def _ranks_in_bracket(self, results: Sequence[CountedPlay]) -> Mapping[int, int]:
        """Return the ranks in the bracket, up to the last round with results.

        Sit-outs are part of the draw, so they count even if they are hidden. The result is empty
        without results, and if the rounds of an imported file do not form a bracket; then the
        ranks depend on totals.
        """
        last_round = max(
            (self.round_of_seating[result.seating_id] for result in results), default=None
        )
        if last_round is None:
            return {}
        sit_outs = round_sit_outs(SitOut.objects.filter(round__section__session__stage=self.stage))
        bracket = self._bracket(
            results, sit_outs, (last_round[0], match_round_number(last_round[1], self.stage.halves))
        )
        try:
            ranks = bracket_ranks(bracket)
        except (LookupError, RuntimeError):
            return {}
        first_round_numbers = (
            set(participants(bracket.played[0])) - bracket.absent if bracket.played else set[int]()
        )
        return dict.fromkeys(first_round_numbers, 1) | ranks

    def _is_decided_by(self, results: Sequence[CountedPlay]) -> Callable[[MatchRound], bool]:
        """Return a predicate of whether the results decide a round of matches.

        A round in which a match lacks a board is not decided, because the board could change the
        winner, unless its session is over.
        """
        scored_matches = self.scored(results)
        finished_sessions = {
            session.number for session in self.stage.sessions.all() if session.is_over
        }

        def is_decided(round_of_matches: MatchRound) -> bool:
            return round_of_matches.key[0] in finished_sessions or not any(
                match.awards.is_provisional for match in scored_matches[round_of_matches.key]
            )

        return is_decided

    def scored(self, results: Iterable[CountedPlay]) -> dict[MatchRoundKey, list[ScoredMatch]]:
        """Return the matches of each round of matches with their awards for these results."""
        counted_plays = {(result.seating_id, result.board_id): result for result in results}
        return {
            round_of_matches.key: [
                self._score_match_rows(match, counted_plays) for match in round_of_matches.matches
            ]
            for round_of_matches in self.rounds_of_matches
        }

    def played(
        self, results: Iterable[CountedPlay], sit_outs: Iterable[RoundSitOut]
    ) -> Iterator[PlayedRound]:
        """Yield the ended rounds of matches in the form that movements need.

        In a knock-out one team of each match has a higher award. If the awards are equal, this is
        the winner of the match tie-break.
        """
        yield from self._played_rounds(self.rounds_of_matches, results, sit_outs)

    def _played_rounds(
        self,
        rounds_of_matches: Iterable[MatchRound],
        results: Iterable[CountedPlay],
        sit_outs: Iterable[RoundSitOut],
    ) -> Iterator[PlayedRound]:
        scored_matches, sit_out_awards = self.scored(results), self._sit_out_awards(sit_outs)
        for round_of_matches in rounds_of_matches:
            if round_of_matches.ended_at:
                yield self._as_played_round(
                    round_of_matches,
                    scored_matches[round_of_matches.key],
                    sit_out_awards.get(round_of_matches.key, {}),
                )

    def _score_match_rows(
        self, match_rows: MatchRows, counted_plays: CountedPlayBySeatingAndBoard
    ) -> ScoredMatch:
        match = TeamMatch(
            match_rows.teams,
            [
                MatchBoard(
                    _x_pair(counted_plays, board.first_seating_id, board.board_id),
                    _x_pair(counted_plays, board.second_seating_id, board.board_id),
                    board.is_void,
                )
                for board in match_rows.boards
            ],
        )
        return ScoredMatch(
            match_rows, match, self.team_method.score_match(match.differences, match.due)
        )

    def _as_played_round(
        self,
        round_of_matches: MatchRound,
        scored_matches: Sequence[ScoredMatch],
        sit_out_awards: Mapping[int, Fraction | None],
    ) -> PlayedRound:
        compared_team_numbers = {
            team_number
            for match in scored_matches
            if match.awards.compared
            for team_number in match.match.teams
        }
        sit_outs = {
            team_number: award or Fraction(0)
            for team_number, award in sit_out_awards.items()
            if team_number not in compared_team_numbers
        }
        awards = {
            team_number: Fraction(0)
            for match in scored_matches
            for team_number in match.match.teams
        } | sit_outs
        for match in scored_matches:
            if match.awards.compared or (
                self._needs_winners and not sit_outs.keys() & {*match.match.teams}
            ):
                awards |= dict(zip(match.match.teams, self._draw_awards(match), strict=True))
        return PlayedRound(
            tuple(match.rows.seated for match in scored_matches), tuple(sorted(sit_outs)), awards
        )

    def _draw_awards(self, scored_match: ScoredMatch) -> tuple[Fraction, Fraction]:
        """Return the awards of a match for the next draw.

        In a knock-out a team that left during the match loses it.
        """
        first, second = (award or Fraction(0) for award in scored_match.awards[:2])
        if not self._needs_winners:
            return first, second
        seating_ids = {
            seating_id
            for board in scored_match.rows.boards
            for seating_id in (board.first_seating_id, board.second_seating_id)
        }
        first_forfeited, second_forfeited = (
            any((team_number, seating_id) in self._forfeited_seatings for seating_id in seating_ids)
            for team_number in scored_match.match.teams
        )
        if first_forfeited != second_forfeited:
            return Fraction(second_forfeited), Fraction(first_forfeited)
        if first != second:
            return first, second
        lead = match_tiebreak(scored_match.match, self._seeding).lead
        return lead, -lead

    @cached_property
    def _forfeited_seatings(self) -> set[tuple[int, int]]:
        return forfeits(self.stage)

    @cached_property
    def _seeding(self) -> list[int]:
        return stage_seeding(self.stage)

    @property
    def _needs_winners(self) -> bool:
        return self.stage.movement is not None and self.stage.movement.needs_winners

    def _sit_out_awards(
        self, sit_outs: Iterable[RoundSitOut]
    ) -> Mapping[MatchRoundKey, Mapping[int, Fraction | None]]:
        """Return the awards of teams that sat out a round of matches, by round and team number.

        Sitting out all halves of a round counts once.
        """
        awards: dict[MatchRoundKey, dict[int, Fraction | None]] = {}
        for (session_number, round_number), contestant_id in sit_outs:
            match_round_key = session_number, match_round_number(round_number, self.stage.halves)
            award = self.team_method.sit_out_award_for(
                self._board_count_by_match_round[match_round_key]
            )
            awards.setdefault(match_round_key, {})[self._contestants[contestant_id][0]] = award
        return awards

    @cached_property
    def _board_count_by_match_round(self) -> Mapping[MatchRoundKey, int]:
        return {
            round_of_matches.key: round_of_matches.boards
            for round_of_matches in self.rounds_of_matches
        }

    @cached_property
    def _id_by_number(self) -> Mapping[int, int]:
        return {number: pk for pk, (number, *_others) in self._contestants.items()}

    def _tallies_by_ranking(
        self,
        results: Sequence[CountedPlay],
        sit_outs: Iterable[RoundSitOut],
        unplayed_boards: UnplayedSequence = (),
    ) -> dict[RankingKey, Tallies[int]]:
        """Return the tallies of the awards for matches, and for sit-outs of teams without one."""
        awards = [*self._match_and_sit_out_awards(results, sit_outs)]
        contestant_ids = {
            contestant_id
            for contestant_ids in self.contestant_ids_of_lines.values()
            for contestant_id in contestant_ids
        }
        amounts = (
            penalty.amount for penalties in self._penalties.values() for penalty in penalties
        )
        denominator = lcm(
            *(award.denominator for _team, award in awards),
            *(amount.denominator for amount in amounts),
        )
        denominator = lcm(
            denominator, *(carried.total.denominator for carried in self.carry_over.values())
        )
        tallies = self._empty_tallies(denominator)
        for contestant_id in sorted(contestant_ids):
            tallies.awards[contestant_id] += ()
        for team_number, award in awards:
            tallies.awards[self._id_by_number[team_number]].append(int(award * denominator))
        return {COMMON_RANKING: tallies} if tallies.awards else {}

    def _match_and_sit_out_awards(
        self, results: Sequence[CountedPlay], sit_outs: Iterable[RoundSitOut]
    ) -> Iterator[tuple[int, Fraction]]:
        sit_out_awards = self._sit_out_awards(sit_outs)
        for match_round_key, matches in self.scored(results).items():
            awards = dict(sit_out_awards.get(match_round_key, {}))
            for match in matches:
                match_awards = zip(match.match.teams, match.awards[:2], strict=True)
                awards |= {
                    team_number: award for team_number, award in match_awards if award is not None
                }
            yield from (
                (team_number, award) for team_number, award in awards.items() if award is not None
            )

    def _history(self, results: Sequence[CountedPlay]) -> Iterable[PlayedBoard[int]]:
        scored_matches = [
            scored_match for matches in self.scored(results).values() for scored_match in matches
        ]
        matches_by_id = [
            scored_match.match._replace(
                teams=(
                    self._id_by_number[scored_match.match.teams[0]],
                    self._id_by_number[scored_match.match.teams[1]],
                )
            )
            for scored_match in scored_matches
        ]
        return match_history(
            matches_by_id, [scored_match.awards for scored_match in scored_matches]
        )

    def _bracket(
        self,
        results: Sequence[CountedPlay],
        sit_outs: Sequence[RoundSitOut],
        last_key: MatchRoundKey,
    ) -> StageState:
        """Return the state of the knock-out after the decided rounds up to `last_key`.

        Withdrawn teams are absent.
        """
        rounds_of_matches = [
            *takewhile(
                self._is_decided_by(results),
                (
                    round_of_matches
                    for round_of_matches in self.rounds_of_matches
                    if round_of_matches.key <= last_key
                ),
            )
        ]
        withdrawn_numbers = self.event.contestants.exclude(withdrawn_at=None).values_list(
            "number", flat=True
        )
        groups_by_number = self.stage.qualifiers.order_by("seed").values_list(
            "contestant__number", "group"
        )
        return StageState(
            contestant_count=len(self._id_by_number),
            boards_per_round=1,
            round_count=len(self.rounds_of_matches),
            played=tuple(self._played_rounds(rounds_of_matches, results, sit_outs)),
            ranking=tuple(self._seeding),
            absent=frozenset(withdrawn_numbers),
            groups=dict(groups_by_number),
        )


def _x_pair(
    counted_plays: CountedPlayBySeatingAndBoard, seating_id: int, board_id: int
) -> TableX | None:
    play = counted_plays.get((seating_id, board_id))
    return parse_x_pair(play.counted_line_points) if play else None
