"""Read the scorecard of a team: a row for each round of matches, as the public may see it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, cast

from games.explanations.explanation import Explanation
from scoring.explanations.scorecard_rows import explain_sit_out
from scoring.teams.team_method import TeamMethod
from tournaments.models import Contestant, Round, Stage
from tournaments.movements.base.team_matches import match_round_number
from tournaments.permissions.visibility.public_standings import visible_sit_outs
from tournaments.queries.results.counted_plays import round_sit_outs
from tournaments.queries.rounds.team_matches import (
    MatchRoundKey,
    VisibleMatch,
    match_rounds,
    visible_matches,
)


@dataclass(frozen=True)
class MatchRow:
    """A team's round of matches; `opponents` is None if it sat out.

    `margin` is the team's lead over `compared_boards` open boards. `award` is exact, None while
    there is none. `total` is the running sum, None while standings are under embargo.
    """

    sitting: int
    match_round: int
    match: int
    opponents: Contestant | None
    margin: Fraction | None
    compared_boards: int
    award: Fraction | None
    explanation: Explanation
    total: Fraction | None

    @property
    def without_award(self) -> "MatchRow":
        """The row with the opponents, but without result and award."""
        explanation = explain_sit_out(None)
        return replace(self, margin=None, award=None, explanation=explanation, total=None)


def match_rows(stage: Stage) -> Mapping[int, Sequence[MatchRow]]:
    """Return the match rows of each team of a stage by number, in order of play."""
    lines: dict[int, list[MatchRow]] = defaultdict(list)
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for number, line in _MatchRows(stage).lines():
        totals[number] += line.award or 0
        lines[number].append(MatchRow(*line, totals[number]))
    return lines


class _UntotalledRow(NamedTuple):
    """A row without its running total."""

    sitting: int
    match_round: int
    match: int
    opponents: Contestant | None
    margin: Fraction | None
    compared_boards: int
    award: Fraction | None
    explanation: Explanation


def _sit_out_row(sitting: int, match_round: int, award: Fraction | None) -> _UntotalledRow:
    return _UntotalledRow(sitting, match_round, 0, None, None, 0, award, explain_sit_out(award))


class _MatchRows:
    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.method = cast(TeamMethod, stage.event.method)
        self.sessions = {item.number: item for item in stage.sessions.all()}
        self.teams = {item.number: item for item in stage.event.contestants.all()}
        started_rounds = Round.objects.filter(section__session__stage=stage).exclude(
            started_at=None
        )
        self.started_rounds = set(started_rounds.values_list("pk", flat=True))
        self.matches: dict[MatchRoundKey, list[VisibleMatch]] = defaultdict(list)
        for item in visible_matches(stage):
            self.matches[item.rows.match_round_key].append(item)

    def lines(self) -> Iterator[tuple[int, _UntotalledRow]]:
        """Yield each row with the number of its team."""
        sit_outs = self._sit_outs()
        for round_of_matches in match_rounds(self.stage):
            if self.started_rounds.isdisjoint(round_of_matches.rounds):
                continue
            sit_out_awards = dict.fromkeys(
                sorted(sit_outs[round_of_matches.key]),
                self.method.sit_out_award_for(round_of_matches.boards),
            )
            matched_team_numbers = {
                team_number
                for match in self.matches[round_of_matches.key]
                for team_number in match.rows.teams
            }
            for match in self.matches[round_of_matches.key]:
                yield from self._rows_of_match(match, sit_out_awards)
            session_and_match_round = (
                self.sessions[round_of_matches.key[0]].sitting,
                round_of_matches.key[1],
            )
            yield from (
                (team_number, _sit_out_row(*session_and_match_round, sit_out_awards[team_number]))
                for team_number in sit_out_awards
                if team_number not in matched_team_numbers
            )

    def _rows_of_match(
        self, visible_match: VisibleMatch, sit_out_awards: Mapping[int, Fraction | None]
    ) -> Iterator[tuple[int, _UntotalledRow]]:
        """Yield the rows of both teams.

        A team whose opponents left before a board counted gets the award of a sit-out.
        """
        match_key = (
            self.sessions[visible_match.rows.match_round_key[0]].sitting,
            visible_match.rows.match_round_key[1],
            visible_match.rows.number,
        )
        sides = (
            (visible_match.match, visible_match.awards.first),
            (visible_match.match.from_second_team, visible_match.awards.second),
        )
        for match, award in sides:
            team_number, opponents = match.teams
            compared_count = visible_match.awards.compared
            own_award = award if compared_count else sit_out_awards.get(team_number)
            explanation = self.method.explain_match(match.differences, match.due)
            if not compared_count and own_award is not None:
                explanation = explain_sit_out(own_award)
            margin = match.margin if compared_count else None
            yield (
                team_number,
                _UntotalledRow(
                    *match_key,
                    self.teams[opponents],
                    margin,
                    compared_count,
                    own_award,
                    explanation,
                ),
            )

    def _sit_outs(self) -> Mapping[MatchRoundKey, set[int]]:
        sit_outs: dict[MatchRoundKey, set[int]] = defaultdict(set)
        number_of = {team.pk: team.number for team in self.teams.values()}
        for (session, number), contestant in round_sit_outs(visible_sit_outs(self.stage)):
            sit_outs[session, match_round_number(number, self.stage.halves)].add(
                number_of[contestant]
            )
        return sit_outs
