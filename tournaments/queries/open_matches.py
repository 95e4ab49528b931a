"""The matches of a stage of teams as anybody may see them: a board that is not open is still to
come."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, cast

from games.text import Words
from scoring.teams.level import parted
from scoring.teams.matches import BoardOfMatch, MatchAwards, TeamMatch
from scoring.teams.team_method import TeamMethod
from tournaments.models import Play, Round, Stage
from tournaments.movements.frame.two_tables import match_round_of
from tournaments.permissions.visibility.results_shown import hidden_rows
from tournaments.queries.scales import read_pair
from tournaments.queries.team_matches import MatchInRows, Turn, given_up, match_turns


class OpenMatch(NamedTuple):
    """A match, its teams by number, with its boards as far as they are open and what these alone
    give."""

    rows: MatchInRows
    match: TeamMatch[int]
    awards: MatchAwards


def seeding_of(stage: Stage) -> list[int]:
    """The numbers of all contestants, best first: who qualified, then the others as they are
    registered."""
    seeds = stage.qualifiers.order_by("seed").values_list("contestant__number", flat=True)
    everybody = stage.event.contestants.order_by("number").values_list("number", flat=True)
    return list(dict.fromkeys([*seeds, *everybody]))


def open_matches(stage: Stage, turn: Turn | None = None) -> list[OpenMatch]:
    """All matches there are, in their order, or those of one round of matches."""
    found = [
        each
        for then in match_turns(stage)
        for each in then.matches
        if turn is None or then.turn == turn
    ]
    method, counted, hidden = cast(TeamMethod, stage.event.method), _counted(found), _hidden(stage)
    shown = []
    for rows in found:
        match = TeamMatch(rows.teams, list(_boards(rows, counted, hidden)))
        shown.append(OpenMatch(rows, match, method.match(match.differences, match.due)))
    return shown


class MatchWinners:
    """Says who wins a match of a knock-out that leaves both teams with the same award."""

    def __init__(self, stage: Stage) -> None:
        self.over = {each.number for each in stage.sessions.all() if each.is_over}
        self.needed = stage.movement is not None and stage.movement.needs_winners
        self.gone = given_up(stage) if self.needed else set()
        self.seeding = seeding_of(stage) if self.needed else []
        self.names = dict(stage.event.contestants.values_list("number", "name"))

    def of(self, shown: OpenMatch) -> Words | None:
        """Who, and by what; None where the awards tell, where none is needed, or not yet."""
        undecided = shown.awards.provisional and shown.rows.turn[0] not in self.over
        if not self.needed or undecided or self._is_given_up(shown.rows):
            return None
        if shown.awards.first != shown.awards.second:
            return None
        lead, why = parted(shown.match, self.seeding)
        return Words(why, {"team": self.names[shown.rows.teams[lead < 0]]})

    def _is_given_up(self, rows: MatchInRows) -> bool:
        seatings = {seating for each in rows.boards for seating in (each.first, each.second)}
        return any((team, seating) in self.gone for team in rows.teams for seating in seatings)


def level_matches(round_: Round) -> list[Words]:
    """Who won the matches before a drawn round that left both teams with the same award, and by
    what."""
    session = round_.section.session
    if not session.stage.event.at_two_tables:
        return []
    winners, turn = (
        MatchWinners(session.stage),
        match_round_of(round_.number, session.stage.halves) - 1,
    )
    if not winners.needed or not turn:
        return []
    said = [winners.of(each) for each in open_matches(session.stage, (session.number, turn))]
    return [each for each in said if each]


def _counted(matches: Iterable[MatchInRows]) -> Mapping[tuple[int, int], str | None]:
    """What counts, by seating and board."""
    seatings = {
        seating
        for each in matches
        for shared in each.boards
        for seating in (shared.first, shared.second)
    }
    plays = Play.objects.filter(seating__in=seatings).exclude(counted=None).order_by()
    return {
        (seating, board): made
        for seating, board, made in plays.values_list("seating", "board", "counted")
    }


def _hidden(stage: Stage) -> set[int]:
    """The rows of the boards that are not open."""
    return {row for session in stage.sessions.all() for row in hidden_rows(session)}


def _boards(
    rows: MatchInRows, counted: Mapping[tuple[int, int], str | None], hidden: set[int]
) -> Iterator[BoardOfMatch]:
    for each in rows.boards:
        if each.board in hidden:
            yield BoardOfMatch(None, None)
            continue
        first, second = (
            read_pair(counted.get((table, each.board))) for table in (each.first, each.second)
        )
        yield BoardOfMatch(first, second, each.void)
