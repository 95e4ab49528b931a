"""A whole event of teams at once: matches in, awards and standings out."""

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
    """A team that met nobody while the others played a match of so many boards."""

    team: Contestant
    boards: int


class ScoredMatches(NamedTuple, Generic[Contestant]):
    """What each match gives, in the order they came, and what the awards add up to.

    In a row `boards` is how many matches and sit-outs the team has an award for; without one it has
    no place.
    """

    awards: list[MatchAwards]
    rows: list[RankedRow[Contestant]]


def score_matches(
    matches: Sequence[TeamMatch[Contestant]],
    method: TeamMethod,
    sit_outs: Iterable[SatOut[Contestant]] = (),
    tiebreaks: Sequence[TieBreak] = (),
) -> ScoredMatches[Contestant]:
    """Score every match of an event and rank its teams by their totals; whatever order matches
    come in."""
    awards = [method.score_match(match.differences, match.due) for match in matches]
    got = [
        *_of_matches(matches, awards),
        *((each.team, method.sit_out_award_for(each.boards)) for each in sit_outs),
    ]
    history = StageHistory(match_history(matches, awards))
    rows = rank(
        _tallied(got),
        method.unranked_below,
        break_ties=partial(break_ties, tiebreaks=tiebreaks, history=history),
    )
    return ScoredMatches(awards, rows)


def _of_matches(
    matches: Iterable[TeamMatch[Contestant]], awards: Iterable[MatchAwards]
) -> Iterator[tuple[Contestant, Fraction | None]]:
    for match, both in zip(matches, awards, strict=True):
        yield from zip(match.teams, (both.first, both.second), strict=True)


def _tallied(got: Sequence[tuple[Contestant, Fraction | None]]) -> Tallies[Contestant]:
    """The awards over one denominator; who has none is listed all the same."""
    denominator = lcm(*(award.denominator for _team, award in got if award is not None))
    tallies = Tallies[Contestant](denominator, by_total=True)
    for team, award in got:
        tallies.awards[team] += () if award is None else (int(award * denominator),)
    return tallies
