"""Matches of teams: who met at which tables, and what anybody may see of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple, cast

from django.db.models import F, Q, QuerySet

from games.text import Text
from scoring.teams.match_tiebreak import match_tiebreak
from scoring.teams.matches import MatchAwards, MatchBoard, TeamMatch
from scoring.teams.team_method import TeamMethod
from tournaments.models import Entry, Play, Round, SeatHolder, Session, Stage
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.team_matches import (
    MatchSeating,
    match_round_number,
    matches_in,
    rounds_of_match_round,
)
from tournaments.permissions.visibility.results_shown import hidden_board_ids
from tournaments.queries.results.line_points import VOID_POINTS
from tournaments.queries.rounds.movement_view import table_seatings
from tournaments.queries.standings.scales import parse_x_pair

MatchRoundKey = tuple[int, int]
"""A round of matches: the number of its session, and its own there, the halves of a match
counted as one."""


class SharedBoard(NamedTuple):
    """A board of a match, by its row, with its seatings at the first table and the second.

    It is `void` where the director says so at either table, or where the two did not play the same
    cards.
    """

    board: int
    first: int
    second: int
    void: bool


class MatchRows(NamedTuple):
    """Two teams by number, the first of which sits N-S at the first table; `number` is that of
    the match."""

    turn: MatchRoundKey
    number: int
    teams: tuple[int, int]
    boards: tuple[SharedBoard, ...]
    seated: TableSeating
    """As movements know it: at one table, with the numbers of all boards."""


class MatchRound(NamedTuple):
    """A round of matches; it ended, if it has, with the last half there is of it.

    `boards` is how many a match of it has in the halves that there are.
    """

    turn: MatchRoundKey
    rounds: tuple[int, ...]
    boards: int
    ended_at: datetime | None
    matches: tuple[MatchRows, ...]


class _Half(NamedTuple):
    """A round with its matches, and the seating of each table."""

    round: Round
    matches: Mapping[int, MatchSeating]
    seating_at: Mapping[int, int]


def match_rounds(stage: Stage) -> list[MatchRound]:
    """The rounds of matches of a stage of teams, begun or not, in their order."""
    return _turns(stage, Round.objects.filter(section__session__stage=stage))


def match_round(session: Session, number: int) -> MatchRound | None:
    """One round of matches of a session, by its number there; None where there is none."""
    rounds = rounds_of_match_round(number, session.stage.halves)
    of_turn = Round.objects.filter(section__session=session, number__in=rounds)
    return next(iter(_turns(session.stage, of_turn)), None)


def forfeits(stage: Stage) -> set[tuple[int, int]]:
    """The numbers of teams that left with a board still to play, each with the row of its seating.

    Nobody gives up a match by leaving after its last board: what was settled before he left stays.
    """
    void = SeatHolder.objects.filter(
        Q(seating__round__ended_at=None)
        | Q(seating__round__ended_at__gt=F("contestant__withdrawn_at")),
        seating__round__section__session__stage=stage,
        seating__plays__state=Play.State.VOID,
        seating__plays__entries__kind=Entry.Kind.VOID,
        seating__plays__entries__at__gte=F("contestant__withdrawn_at"),
    )
    return set(void.values_list("contestant__number", "seating"))


def _turns(stage: Stage, which: QuerySet[Round]) -> list[MatchRound]:
    ordered = which.order_by("section__session__number", "section__number", "number")
    rounds = list(ordered.select_related("section__session"))
    seated, plays = table_seatings(rounds, stage.event.game.lines), _plays(rounds)
    turns = []
    for turn, together in groupby(rounds, key=lambda each: _turn(each, stage.halves)):
        halves = [_half(each, seated[each.pk]) for each in together]
        turns.append(
            MatchRound(
                turn,
                tuple(half.round.pk for half in halves),
                sum(half.round.section.boards_in(half.round.number) for half in halves),
                _ended_at([half.round.ended_at for half in halves]),
                tuple(_matches(turn, halves, plays)),
            )
        )
    return turns


def _ended_at(halves: Sequence[datetime | None]) -> datetime | None:
    ended = [each for each in halves if each]
    return max(ended) if len(ended) == len(halves) else None


def _turn(round_: Round, halves: int) -> MatchRoundKey:
    return round_.section.session.number, match_round_number(round_.number, halves)


def _half(round_: Round, seated: Sequence[tuple[TableSeating, int]]) -> _Half:
    matches = matches_in(tuple(each for each, _seating in seated))
    seating_at = {each.table: seating for each, seating in seated}
    return _Half(round_, {match.number: match for match in matches}, seating_at)


class _PlayRow(NamedTuple):
    board: int
    void: bool
    group: int


def _plays(rounds: Sequence[Round]) -> Mapping[tuple[int, int], _PlayRow]:
    """The plays of some rounds by seating and the number of the board."""
    columns = ("seating_id", "board__number", "board_id", "counted_line_points", "group")
    rows = Play.objects.filter(seating__round__in=rounds).order_by().values_list(*columns)
    return {
        (seating, number): _PlayRow(board, counted == VOID_POINTS, group)
        for seating, number, board, counted, group in rows
    }


def _matches(
    turn: MatchRoundKey, halves: Sequence[_Half], plays: Mapping[tuple[int, int], _PlayRow]
) -> Iterator[MatchRows]:
    """A match is what its first half is: where other teams sit in the second, these boards are
    nobody's."""
    for number, match in halves[0].matches.items():
        same = [
            half
            for half in halves
            if number in half.matches and half.matches[number].teams == match.teams
        ]
        boards = tuple(
            shared for half in same for shared in _shared(half, half.matches[number], plays)
        )
        numbers = tuple(board for half in same for board in half.matches[number].boards)
        seated = TableSeating(number, match.first.lines, numbers)
        yield MatchRows(turn, number, match.teams, boards, seated)


def _shared(
    half: _Half, match: MatchSeating, plays: Mapping[tuple[int, int], _PlayRow]
) -> Iterator[SharedBoard]:
    first, second = (half.seating_at[each.table] for each in (match.first, match.second))
    for number in match.boards:
        one, other = plays.get((first, number)), plays.get((second, number))
        if one is None or other is None:
            continue  # the draw was taken back while it was read
        void = one.void or other.void or one.group != other.group
        yield SharedBoard(one.board, first, second, void)


class VisibleMatch(NamedTuple):
    """A match, its teams by number, with its boards as far as they are open and what these alone
    give."""

    rows: MatchRows
    match: TeamMatch[int]
    awards: MatchAwards


def stage_seeding(stage: Stage) -> list[int]:
    """The numbers of all contestants, best first: who qualified, then the others as they are
    registered."""
    seeds = stage.qualifiers.order_by("seed").values_list("contestant__number", flat=True)
    everybody = stage.event.contestants.order_by("number").values_list("number", flat=True)
    return list(dict.fromkeys([*seeds, *everybody]))


def visible_matches(stage: Stage, turn: MatchRoundKey | None = None) -> list[VisibleMatch]:
    """All matches there are, in their order, or those of one round of matches."""
    found = [
        each
        for then in match_rounds(stage)
        for each in then.matches
        if turn is None or then.turn == turn
    ]
    method, counted, hidden = cast(TeamMethod, stage.event.method), _counted(found), _hidden(stage)
    shown = []
    for rows in found:
        match = TeamMatch(rows.teams, list(_boards(rows, counted, hidden)))
        shown.append(VisibleMatch(rows, match, method.score_match(match.differences, match.due)))
    return shown


class MatchWinners:
    """Says who wins a match of a knock-out that leaves both teams with the same award."""

    def __init__(self, stage: Stage) -> None:
        self.over = {each.number for each in stage.sessions.all() if each.is_over}
        self.needed = stage.movement is not None and stage.movement.needs_winners
        self.gone = forfeits(stage) if self.needed else set()
        self.seeding = stage_seeding(stage) if self.needed else []
        self.names = dict(stage.event.contestants.values_list("number", "name"))

    def of(self, shown: VisibleMatch) -> Text | None:
        """Who, and by what; None where the awards tell, where none is needed, or not yet."""
        undecided = shown.awards.provisional and shown.rows.turn[0] not in self.over
        if not self.needed or undecided or self._is_given_up(shown.rows):
            return None
        if shown.awards.first != shown.awards.second:
            return None
        lead, why = match_tiebreak(shown.match, self.seeding)
        return Text(why, {"team": self.names[shown.rows.teams[lead < 0]]})

    def _is_given_up(self, rows: MatchRows) -> bool:
        seatings = {seating for each in rows.boards for seating in (each.first, each.second)}
        return any((team, seating) in self.gone for team in rows.teams for seating in seatings)


def tie_break_texts(round_: Round) -> list[Text]:
    """Who won the matches before a drawn round that left both teams with the same award, and by
    what."""
    session = round_.section.session
    if not session.stage.event.at_two_tables:
        return []
    winners, turn = (
        MatchWinners(session.stage),
        match_round_number(round_.number, session.stage.halves) - 1,
    )
    if not winners.needed or not turn:
        return []
    said = [winners.of(each) for each in visible_matches(session.stage, (session.number, turn))]
    return [each for each in said if each]


def _counted(matches: Iterable[MatchRows]) -> Mapping[tuple[int, int], str | None]:
    """What counts, by seating and board."""
    seatings = {
        seating
        for each in matches
        for shared in each.boards
        for seating in (shared.first, shared.second)
    }
    plays = Play.objects.filter(seating__in=seatings).exclude(counted_line_points=None).order_by()
    return {
        (seating, board): made
        for seating, board, made in plays.values_list("seating", "board", "counted_line_points")
    }


def _hidden(stage: Stage) -> set[int]:
    """The rows of the boards that are not open."""
    return {row for session in stage.sessions.all() for row in hidden_board_ids(session)}


def _boards(
    rows: MatchRows, counted: Mapping[tuple[int, int], str | None], hidden: set[int]
) -> Iterator[MatchBoard]:
    for each in rows.boards:
        if each.board in hidden:
            yield MatchBoard(None, None)
            continue
        first, second = (
            parse_x_pair(counted.get((table, each.board))) for table in (each.first, each.second)
        )
        yield MatchBoard(first, second, each.void)
