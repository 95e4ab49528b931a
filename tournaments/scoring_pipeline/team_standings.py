"""Standings of stages in which teams meet in matches at two tables."""

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
from tournaments.movements.drawing.advance import there
from tournaments.movements.drawing.bracket_ranks import bracket_ranks
from tournaments.movements.frame.state import PlayedRound, State
from tournaments.movements.frame.two_tables import match_round_of
from tournaments.queries.results.counted_plays import CountedPlay, SatOutThen, sat_out
from tournaments.queries.results.rests_and_unplayed import Missing
from tournaments.queries.rounds.team_matches import (
    MatchesThen,
    MatchInRows,
    Turn,
    given_up,
    match_turns,
    seeding_of,
)
from tournaments.queries.standings.scales import parse_x_pair
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.scoring_pipeline.ranking_keys import COMMON_RANKING, RankingKey, ranked_by_bracket
from tournaments.scoring_pipeline.standings import StandingsCalculator

# What counts, by ids of seating and board.
Counted = Mapping[tuple[int, int], CountedPlay]


class ScoredMatch(NamedTuple):
    """A match with its results, its teams by number, and the awards it gives them."""

    rows: MatchInRows
    match: TeamMatch[int]
    awards: MatchAwards


def standings_calculator(stage: Stage) -> StandingsCalculator:
    """Return the calculator of a stage's standings: by matches for teams, else by boards."""
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
        self.turns = match_turns(stage)

    def standings(
        self,
        results: Sequence[CountedPlay],
        sit_outs: Sequence[SatOutThen] = (),
        missing: Missing = (),
    ) -> StoredStandings:
        """Compute standings by the awards of matches; in a knock-out by rounds survived."""
        made = super().standings(results, sit_outs, missing)
        if not self._needs_winners:
            return made
        if not (ranks := self._ranks_in_bracket(results)):
            return made
        rankings = (
            replace(each, rows=ranked_by_bracket(each.rows, ranks)) for each in made.rankings
        )
        return replace(made, rankings=tuple(rankings))

    def _ranks_in_bracket(self, results: Sequence[CountedPlay]) -> Mapping[int, int]:
        """Return ranks by bracket, for the rounds that the results come from.

        Sit-outs are a fact of the draw and counted even where they are hidden. Empty without
        results, or if an imported file has rounds that make no bracket: then totals rank.
        """
        last = max((self.moment_of[each.seating] for each in results), default=None)
        if last is None:
            return {}
        sit_outs = sat_out(SitOut.objects.filter(round__section__session__stage=self.stage))
        bracket = self._bracket(
            results, sit_outs, (last[0], match_round_of(last[1], self.stage.halves))
        )
        try:
            ranks = bracket_ranks(bracket)
        except (LookupError, RuntimeError):
            return {}
        first = set(there(bracket.played[0])) - bracket.absent if bracket.played else set[int]()
        return dict.fromkeys(first, 1) | ranks

    def _is_decided(self, results: Sequence[CountedPlay]) -> Callable[[MatchesThen], bool]:
        """Return a predicate: whether the results decide a round of matches.

        A round with a missing board may still turn, except once its session is over and nothing is
        sealed.
        """
        scored = self.scored(results)
        over = {each.number for each in self.stage.sessions.all() if each.is_over}

        def is_decided(then: MatchesThen) -> bool:
            return then.turn[0] in over or not any(
                each.awards.provisional for each in scored[then.turn]
            )

        return is_decided

    def scored(self, results: Iterable[CountedPlay]) -> dict[Turn, list[ScoredMatch]]:
        """Return the matches of each round of matches, scored by these results."""
        counted = {(each.seating, each.board): each for each in results}
        return {
            then.turn: [self._scored(each, counted) for each in then.matches] for then in self.turns
        }

    def played(
        self, results: Iterable[CountedPlay], sit_outs: Iterable[SatOutThen]
    ) -> Iterator[PlayedRound]:
        """Return the ended rounds of matches as a movement sees them.

        In a knock-out one of two teams has more, by the match tie-break if their awards are equal.
        """
        yield from self._played_in(self.turns, results, sit_outs)

    def _played_in(
        self,
        turns: Iterable[MatchesThen],
        results: Iterable[CountedPlay],
        sit_outs: Iterable[SatOutThen],
    ) -> Iterator[PlayedRound]:
        scored, resting = self.scored(results), self._resting(sit_outs)
        for then in turns:
            if then.ended_at:
                yield self._played_round(then, scored[then.turn], resting.get(then.turn, {}))

    def _scored(self, rows: MatchInRows, counted: Counted) -> ScoredMatch:
        match = TeamMatch(
            rows.teams,
            [
                MatchBoard(
                    _made(counted, each.first, each.board),
                    _made(counted, each.second, each.board),
                    each.void,
                )
                for each in rows.boards
            ],
        )
        return ScoredMatch(rows, match, self.team_method.score_match(match.differences, match.due))

    def _played_round(
        self,
        then: MatchesThen,
        scored: Sequence[ScoredMatch],
        resting: Mapping[int, Fraction | None],
    ) -> PlayedRound:
        met = {team for each in scored if each.awards.compared for team in each.match.teams}
        free = {team: award or Fraction(0) for team, award in resting.items() if team not in met}
        got = {team: Fraction(0) for each in scored for team in each.match.teams} | free
        for each in scored:
            if each.awards.compared or (
                self._needs_winners and not free.keys() & {*each.match.teams}
            ):
                got |= dict(zip(each.match.teams, self._for_draw(each), strict=True))
        return PlayedRound(tuple(each.rows.seated for each in scored), tuple(sorted(free)), got)

    def _for_draw(self, scored: ScoredMatch) -> tuple[Fraction, Fraction]:
        """Return the awards of a match for the next draw; a team that left early loses it."""
        first, second = (award or Fraction(0) for award in scored.awards[:2])
        if not self._needs_winners:
            return first, second
        seatings = {seating for each in scored.rows.boards for seating in (each.first, each.second)}
        one, other = (
            any((team, each) in self._given_up for each in seatings) for team in scored.match.teams
        )
        if one != other:
            return Fraction(other), Fraction(one)
        if first != second:
            return first, second
        lead = match_tiebreak(scored.match, self._seeding).lead
        return lead, -lead

    @cached_property
    def _given_up(self) -> set[tuple[int, int]]:
        return given_up(self.stage)

    @cached_property
    def _seeding(self) -> list[int]:
        return seeding_of(self.stage)

    @property
    def _needs_winners(self) -> bool:
        return self.stage.movement is not None and self.stage.movement.needs_winners

    def _resting(
        self, sit_outs: Iterable[SatOutThen]
    ) -> Mapping[Turn, Mapping[int, Fraction | None]]:
        """Return by round of matches the teams that sat it out, with their awards.

        All halves of a match are one sit-out.
        """
        resting: dict[Turn, dict[int, Fraction | None]] = {}
        for (session, number), contestant in sit_outs:
            turn = session, match_round_of(number, self.stage.halves)
            award = self.team_method.sit_out_award_for(self._boards_in[turn])
            resting.setdefault(turn, {})[self._contestants[contestant][0]] = award
        return resting

    @cached_property
    def _boards_in(self) -> Mapping[Turn, int]:
        return {then.turn: then.boards for then in self.turns}

    @cached_property
    def _row_of(self) -> Mapping[int, int]:
        return {number: pk for pk, (number, *_others) in self._contestants.items()}

    def _tallied(
        self, results: Sequence[CountedPlay], sit_outs: Iterable[SatOutThen], missing: Missing = ()
    ) -> dict[RankingKey, Tallies[int]]:
        """Return the tallies of match awards, and of sit-outs of teams without a match."""
        got = [*self._awarded(results, sit_outs)]
        seated = {contestant for contestants in self.owners.values() for contestant in contestants}
        amounts = (each.amount for given in self._penalties.values() for each in given)
        denominator = lcm(
            *(award.denominator for _team, award in got),
            *(amount.denominator for amount in amounts),
        )
        denominator = lcm(
            denominator, *(each.total.denominator for each in self.carry_over.values())
        )
        tallies = self._nothing(denominator)
        for contestant in sorted(seated):
            tallies.awards[contestant] += ()
        for number, award in got:
            tallies.awards[self._row_of[number]].append(int(award * denominator))
        return {COMMON_RANKING: tallies} if tallies.awards else {}

    def _awarded(
        self, results: Sequence[CountedPlay], sit_outs: Iterable[SatOutThen]
    ) -> Iterator[tuple[int, Fraction]]:
        resting = self._resting(sit_outs)
        for turn, matches in self.scored(results).items():
            got = dict(resting.get(turn, {}))
            for each in matches:
                of_match = zip(each.match.teams, each.awards[:2], strict=True)
                got |= {team: award for team, award in of_match if award is not None}
            yield from ((team, award) for team, award in got.items() if award is not None)

    def _history(self, results: Sequence[CountedPlay]) -> Iterable[PlayedBoard[int]]:
        scored = [each for matches in self.scored(results).values() for each in matches]
        of_rows = [
            each.match._replace(
                teams=(self._row_of[each.match.teams[0]], self._row_of[each.match.teams[1]])
            )
            for each in scored
        ]
        return match_history(of_rows, [each.awards for each in scored])

    def _bracket(
        self, results: Sequence[CountedPlay], sit_outs: Sequence[SatOutThen], last: Turn
    ) -> State:
        """Return the knock-out up to a round of matches; withdrawn teams are absent."""
        turns = [
            *takewhile(
                self._is_decided(results), (each for each in self.turns if each.turn <= last)
            )
        ]
        gone = self.event.contestants.exclude(withdrawn_at=None).values_list("number", flat=True)
        groups = self.stage.qualifiers.order_by("seed").values_list("contestant__number", "group")
        return State(
            contestants=len(self._row_of),
            boards_per_round=1,
            rounds=len(self.turns),
            played=tuple(self._played_in(turns, results, sit_outs)),
            ranking=tuple(self._seeding),
            absent=frozenset(gone),
            groups=dict(groups),
        )


def _made(counted: Counted, seating: int, board: int) -> TableX | None:
    play = counted.get((seating, board))
    return parse_x_pair(play.counted) if play else None
