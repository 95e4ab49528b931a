"""Score a whole event of teams in memory: matches in, awards and standings out."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Generic, NamedTuple

from scoring.ranks import RankedRow, Tallies, rank
from scoring.teams.matches import MatchAwards, TeamMatch, match_history
from scoring.teams.team_method import TeamMethod
from scoring.tiebreaks import Contestant, StageHistory, TieBreak, break_ties


class SatOut(NamedTuple, Generic[Contestant]):
    """A team without opponents while the others played a match of `boards` boards."""

    team: Contestant
    boards: int


class ScoredMatches(NamedTuple, Generic[Contestant]):
    """The awards of each match, in the given order, and the standings.

    `boards` of a row is the number of matches and sit-outs for which the team has an award. A team
    without any award has no place.
    """

    awards: list[MatchAwards]
    rows: list[RankedRow[Contestant]]


def score_matches(
    matches: Sequence[TeamMatch[Contestant]],
    method: TeamMethod,
    sit_outs: Iterable[SatOut[Contestant]] = (),
    tiebreaks: Sequence[TieBreak] = (),
) -> ScoredMatches[Contestant]:
    """Score every match of an event and rank its teams by their totals."""
    awards = [method.score_match(match.differences, match.due) for match in matches]
    team_awards = [
        *_of_matches(matches, awards),
        *((sit_out.team, method.sit_out_award_for(sit_out.boards)) for sit_out in sit_outs),
    ]
    history = StageHistory(match_history(matches, awards))
    rows = rank(
        _tallied(team_awards),
        method.unranked_below,
        break_ties=partial(break_ties, tiebreaks=tiebreaks, history=history),
    )
    return ScoredMatches(awards, rows)


def _of_matches(
    matches: Iterable[TeamMatch[Contestant]], awards: Iterable[MatchAwards]
) -> Iterator[tuple[Contestant, Fraction | None]]:
    for match, match_awards in zip(matches, awards, strict=True):
        yield from zip(match.teams, (match_awards.first, match_awards.second), strict=True)


def _tallied(team_awards: Sequence[tuple[Contestant, Fraction | None]]) -> Tallies[Contestant]:
    """Tally the awards over one denominator, with all teams, also those without an award."""
    denominator = lcm(*(award.denominator for _team, award in team_awards if award is not None))
    tallies = Tallies[Contestant](denominator, ranks_by_total=True)
    for team, award in team_awards:
        tallies.awards[team] += () if award is None else (int(award * denominator),)
    return tallies
