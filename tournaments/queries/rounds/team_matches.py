"""Read team matches: their tables and boards, and the scores that the public may see."""

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
from tournaments.queries.rounds.table_seatings import table_seatings
from tournaments.queries.standings.scales import parse_x_pair

# The key of a round of matches: the number of its session, and its number in the session. Both
# halves count as one round.
MatchRoundKey = tuple[int, int]


class SharedBoard(NamedTuple):
    """A board of a match, with its seatings at the first and second table.

    `is_void` is true if the director ruled so at either table, or if the cards at the tables
    differed.
    """

    board_id: int
    first_seating_id: int
    second_seating_id: int
    is_void: bool


class MatchRows(NamedTuple):
    """A match as stored; `teams` are two numbers, the first sits N-S at the first table."""

    match_round_key: MatchRoundKey
    number: int
    teams: tuple[int, int]
    boards: tuple[SharedBoard, ...]
    # The match as movements see it: one table with the numbers of all boards.
    seated: TableSeating


class MatchRound(NamedTuple):
    """A round of matches; it has ended once its last existing half has.

    `boards` is the number of boards of a match in the existing halves.
    """

    key: MatchRoundKey
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
    """Return the rounds of matches of a team stage in order, started or not."""
    return _rounds_of_matches(stage, Round.objects.filter(section__session__stage=stage))


def match_round(session: Session, number: int) -> MatchRound | None:
    """Return a round of matches of a session by its number, or None."""
    rounds = rounds_of_match_round(number, session.stage.halves)
    rounds_of_match = Round.objects.filter(section__session=session, number__in=rounds)
    return next(iter(_rounds_of_matches(session.stage, rounds_of_match)), None)


def forfeits(stage: Stage) -> set[tuple[int, int]]:
    """Return (team number, seating id) for teams that left with a board still to play.

    A team that leaves after its last board forfeits nothing: settled results stay.
    """
    forfeiting = SeatHolder.objects.filter(
        Q(seating__round__ended_at=None)
        | Q(seating__round__ended_at__gt=F("contestant__withdrawn_at")),
        seating__round__section__session__stage=stage,
        seating__plays__state=Play.State.VOID,
        seating__plays__entries__kind=Entry.Kind.VOID,
        seating__plays__entries__at__gte=F("contestant__withdrawn_at"),
    )
    return set(forfeiting.values_list("contestant__number", "seating"))


def _rounds_of_matches(stage: Stage, round_rows: QuerySet[Round]) -> list[MatchRound]:
    ordered = round_rows.order_by("section__session__number", "section__number", "number")
    rounds = list(ordered.select_related("section__session"))
    seatings_by_round, plays = table_seatings(rounds, stage.event.game.lines), _play_rows(rounds)
    rounds_of_matches = []
    for key, rounds_of_match in groupby(
        rounds, key=lambda round_: _match_round_key(round_, stage.halves)
    ):
        halves = [_half(round_, seatings_by_round[round_.pk]) for round_ in rounds_of_match]
        rounds_of_matches.append(
            MatchRound(
                key,
                tuple(half.round.pk for half in halves),
                sum(half.round.section.boards_in(half.round.number) for half in halves),
                _ended_at([half.round.ended_at for half in halves]),
                tuple(_match_rows(key, halves, plays)),
            )
        )
    return rounds_of_matches


def _ended_at(half_ends: Sequence[datetime | None]) -> datetime | None:
    past_ends = [moment for moment in half_ends if moment]
    return max(past_ends) if len(past_ends) == len(half_ends) else None


def _match_round_key(round_: Round, halves_per_match: int) -> MatchRoundKey:
    return round_.section.session.number, match_round_number(round_.number, halves_per_match)


def _half(round_: Round, table_seatings: Sequence[tuple[TableSeating, int]]) -> _Half:
    matches = matches_in(tuple(table for table, _seating in table_seatings))
    seating_at = {table.table: seating_id for table, seating_id in table_seatings}
    return _Half(round_, {match.number: match for match in matches}, seating_at)


class _PlayRow(NamedTuple):
    board: int
    is_void: bool
    group: int


def _play_rows(rounds: Sequence[Round]) -> Mapping[tuple[int, int], _PlayRow]:
    """Return the plays of some rounds by (seating, board number)."""
    columns = ("seating_id", "board__number", "board_id", "counted_line_points", "group")
    rows = Play.objects.filter(seating__round__in=rounds).order_by().values_list(*columns)
    return {
        (seating_id, board_number): _PlayRow(board_id, counted == VOID_POINTS, group)
        for seating_id, board_number, board_id, counted, group in rows
    }


def _match_rows(
    key: MatchRoundKey, halves: Sequence[_Half], plays: Mapping[tuple[int, int], _PlayRow]
) -> Iterator[MatchRows]:
    """Yield the matches as the first half has them.

    Boards that other teams play at these tables in the second half belong to no match.
    """
    for match_number, match in halves[0].matches.items():
        halves_of_match = [
            half
            for half in halves
            if match_number in half.matches and half.matches[match_number].teams == match.teams
        ]
        shared_boards = tuple(
            shared_board
            for half in halves_of_match
            for shared_board in _shared_boards(half, half.matches[match_number], plays)
        )
        board_numbers = tuple(
            board_number
            for half in halves_of_match
            for board_number in half.matches[match_number].boards
        )
        seated = TableSeating(match_number, match.first.lines, board_numbers)
        yield MatchRows(key, match_number, match.teams, shared_boards, seated)


def _shared_boards(
    half: _Half, match: MatchSeating, plays: Mapping[tuple[int, int], _PlayRow]
) -> Iterator[SharedBoard]:
    first_seating_id, second_seating_id = (
        half.seating_at[table.table] for table in (match.first, match.second)
    )
    for board_number in match.boards:
        first_play, second_play = (
            plays.get((first_seating_id, board_number)),
            plays.get((second_seating_id, board_number)),
        )
        if first_play is None or second_play is None:
            continue  # the draw was undone during the read
        is_void = first_play.is_void or second_play.is_void or first_play.group != second_play.group
        yield SharedBoard(first_play.board, first_seating_id, second_seating_id, is_void)


class VisibleMatch(NamedTuple):
    """A match with its visible boards, and the awards that follow from these alone."""

    rows: MatchRows
    match: TeamMatch[int]
    awards: MatchAwards


def stage_seeding(stage: Stage) -> list[int]:
    """Return the numbers of all contestants, best seed first.

    Qualifiers come first, then the others in order of registration.
    """
    seeds = stage.qualifiers.order_by("seed").values_list("contestant__number", flat=True)
    contestants = stage.event.contestants.order_by("number").values_list("number", flat=True)
    return list(dict.fromkeys([*seeds, *contestants]))


def visible_matches(
    stage: Stage, match_round_key: MatchRoundKey | None = None
) -> list[VisibleMatch]:
    """Return all matches of a stage in order, or those of one round of matches."""
    matches = [
        match_rows
        for match_round in match_rounds(stage)
        for match_rows in match_round.matches
        if match_round_key is None or match_round.key == match_round_key
    ]
    method, counted_line_points, hidden_ids = (
        cast(TeamMethod, stage.event.method),
        _counted_line_points(matches),
        _hidden_board_ids(stage),
    )
    visible = []
    for match_rows in matches:
        match = TeamMatch(
            match_rows.teams, list(_match_boards(match_rows, counted_line_points, hidden_ids))
        )
        visible.append(
            VisibleMatch(match_rows, match, method.score_match(match.differences, match.due))
        )
    return visible


class MatchWinners:
    """Decides knock-out matches that leave both teams with the same award."""

    def __init__(self, stage: Stage) -> None:
        self.ended_sessions = {
            session.number for session in stage.sessions.all() if session.is_over
        }
        self.needs_winners = stage.movement is not None and stage.movement.needs_winners
        self.forfeits = forfeits(stage) if self.needs_winners else set()
        self.seeding = stage_seeding(stage) if self.needs_winners else []
        self.names = dict(stage.event.contestants.values_list("number", "name"))

    def winner_text(self, visible_match: VisibleMatch) -> Text | None:
        """Return who wins and by what.

        Returns None if the awards decide, if no winner is needed, or if it is not known yet.
        """
        undecided = (
            visible_match.awards.is_provisional
            and visible_match.rows.match_round_key[0] not in self.ended_sessions
        )
        if not self.needs_winners or undecided or self._is_given_up(visible_match.rows):
            return None
        if visible_match.awards.first != visible_match.awards.second:
            return None
        lead, reason = match_tiebreak(visible_match.match, self.seeding)
        return Text(reason, {"team": self.names[visible_match.rows.teams[lead < 0]]})

    def _is_given_up(self, match_rows: MatchRows) -> bool:
        seating_ids = {
            seating_id
            for board in match_rows.boards
            for seating_id in (board.first_seating_id, board.second_seating_id)
        }
        return any(
            (team_number, seating_id) in self.forfeits
            for team_number in match_rows.teams
            for seating_id in seating_ids
        )


def tie_break_texts(round_: Round) -> list[Text]:
    """Return who won the tied matches before a drawn round, and by what."""
    session = round_.section.session
    if not session.stage.event.at_two_tables:
        return []
    winners, last_match_round = (
        MatchWinners(session.stage),
        match_round_number(round_.number, session.stage.halves) - 1,
    )
    if not winners.needs_winners or not last_match_round:
        return []
    texts = [
        winners.winner_text(match)
        for match in visible_matches(session.stage, (session.number, last_match_round))
    ]
    return [text for text in texts if text]


def _counted_line_points(matches: Iterable[MatchRows]) -> Mapping[tuple[int, int], str | None]:
    """Return the counted line points by (seating, board)."""
    seating_ids = {
        seating_id
        for match in matches
        for shared_board in match.boards
        for seating_id in (shared_board.first_seating_id, shared_board.second_seating_id)
    }
    plays = (
        Play.objects.filter(seating__in=seating_ids).exclude(counted_line_points=None).order_by()
    )
    return {
        (seating_id, board_id): line_points
        for seating_id, board_id, line_points in plays.values_list(
            "seating", "board", "counted_line_points"
        )
    }


def _hidden_board_ids(stage: Stage) -> set[int]:
    """Return the ids of the boards that the public may not see."""
    return {board_id for session in stage.sessions.all() for board_id in hidden_board_ids(session)}


def _match_boards(
    match_rows: MatchRows,
    counted_line_points: Mapping[tuple[int, int], str | None],
    hidden_ids: set[int],
) -> Iterator[MatchBoard]:
    for shared_board in match_rows.boards:
        if shared_board.board_id in hidden_ids:
            yield MatchBoard(None, None)
            continue
        first_pair, second_pair = (
            parse_x_pair(counted_line_points.get((seating_id, shared_board.board_id)))
            for seating_id in (shared_board.first_seating_id, shared_board.second_seating_id)
        )
        yield MatchBoard(first_pair, second_pair, shared_board.is_void)
