"""The scorecard of a team: a row for each round of matches, with what the public may see."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, cast

from games.explanations.explanation import Explanation
from scoring.explanations.scorecard_rows import explain_sit_out
from scoring.teams.team_method import TeamMethod
from tournaments.models import Contestant, Round, Stage
from tournaments.movements.frame.two_tables import match_round_of
from tournaments.permissions.visibility.plays_counted_in_public import visible_sit_outs
from tournaments.queries.results.counted_plays import sat_out
from tournaments.queries.rounds.team_matches import OpenMatch, Turn, match_turns, open_matches


@dataclass(frozen=True)
class MatchRow:
    """A team's round of matches; `opponents` is None if it sat out.

    `margin` is by how much the team leads on the `compared` open boards. `award` is exact, None
    while there is none; `total` is the running sum, None under an embargo.
    """

    sitting: int
    turn: int
    match: int
    opponents: Contestant | None
    margin: Fraction | None
    compared: int
    award: Fraction | None
    explanation: Explanation
    total: Fraction | None

    @property
    def without_award(self) -> "MatchRow":
        """The row with the opponents, but without result and award."""
        why = explain_sit_out(None)
        return replace(self, margin=None, award=None, explanation=why, total=None)


def match_rows(stage: Stage) -> Mapping[int, Sequence[MatchRow]]:
    """Return the match rows of each team of a stage by number, in order of play."""
    lines: dict[int, list[MatchRow]] = defaultdict(list)
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for number, line in _Cards(stage).lines():
        totals[number] += line.award or 0
        lines[number].append(MatchRow(*line, totals[number]))
    return lines


class _Line(NamedTuple):
    """A row without its running total."""

    sitting: int
    turn: int
    match: int
    opponents: Contestant | None
    margin: Fraction | None
    compared: int
    award: Fraction | None
    explanation: Explanation


def _rest(sitting: int, turn: int, award: Fraction | None) -> _Line:
    return _Line(sitting, turn, 0, None, None, 0, award, explain_sit_out(award))


class _Cards:
    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.method = cast(TeamMethod, stage.event.method)
        self.sessions = {each.number: each for each in stage.sessions.all()}
        self.teams = {each.number: each for each in stage.event.contestants.all()}
        started_seatings = Round.objects.filter(section__session__stage=stage).exclude(
            started_at=None
        )
        self.started_seatings = set(started_seatings.values_list("pk", flat=True))
        self.matches: dict[Turn, list[OpenMatch]] = defaultdict(list)
        for each in open_matches(stage):
            self.matches[each.rows.turn].append(each)

    def lines(self) -> Iterator[tuple[int, _Line]]:
        """Yield each row with the number of its team."""
        resting = self._resting()
        for then in match_turns(self.stage):
            if self.started_seatings.isdisjoint(then.rounds):
                continue
            rests = dict.fromkeys(
                sorted(resting[then.turn]), self.method.sit_out_award_for(then.boards)
            )
            met = {team for each in self.matches[then.turn] for team in each.rows.teams}
            for each in self.matches[then.turn]:
                yield from self._met(each, rests)
            where = self.sessions[then.turn[0]].sitting, then.turn[1]
            yield from ((team, _rest(*where, rests[team])) for team in rests if team not in met)

    def _met(
        self, shown: OpenMatch, rests: Mapping[int, Fraction | None]
    ) -> Iterator[tuple[int, _Line]]:
        """Yield the rows of both teams.

        A team whose opponents left before a board counted gets the award of a sit-out.
        """
        where = self.sessions[shown.rows.turn[0]].sitting, shown.rows.turn[1], shown.rows.number
        both = (
            (shown.match, shown.awards.first),
            (shown.match.from_second_team, shown.awards.second),
        )
        for match, award in both:
            team, other = match.teams
            compared = shown.awards.compared
            got = award if compared else rests.get(team)
            why = self.method.explain_match(match.differences, match.due)
            if not compared and got is not None:
                why = explain_sit_out(got)
            margin = match.margin if compared else None
            yield team, _Line(*where, self.teams[other], margin, compared, got, why)

    def _resting(self) -> Mapping[Turn, set[int]]:
        resting: dict[Turn, set[int]] = defaultdict(set)
        number_of = {each.pk: each.number for each in self.teams.values()}
        for (session, number), contestant in sat_out(visible_sit_outs(self.stage)):
            resting[session, match_round_of(number, self.stage.halves)].add(number_of[contestant])
        return resting
