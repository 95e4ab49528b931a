"""A team match board by board, as the public may see it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from games.text import Text
from games.x import X
from scoring.teams.matches import MatchAwards, MatchBoard, TeamMatch
from scoring.teams.team_method import TeamMethod
from tournaments.models import Contestant, Play, Player, Seating, Session
from tournaments.movements.base.team_matches import half_number
from tournaments.permissions.visibility.results_shown import hidden_board_numbers
from tournaments.queries.boards.travellers import play_notation
from tournaments.queries.rounds.rounds import contestants_by_line
from tournaments.queries.rounds.team_matches import (
    MatchRows,
    MatchWinners,
    SharedBoard,
    VisibleMatch,
    forfeits,
    match_round,
)
from tournaments.queries.standings.scales import parse_x_pair


@dataclass(frozen=True)
class ComparedBoard:
    """A board of a match: the results at both tables, and what the teams scored.

    Of a hidden board only the number is set. `xs`, `points` and `running_score` are None until both
    tables have a result.
    """

    number: int
    is_hidden: bool
    results: tuple[Text | None, Text | None] = (None, None)
    # X of the first team and of the second.
    xs: tuple[X, X] | None = None
    # What the board adds to the first team's score.
    points: Fraction | None = None
    # The first team's score after the board.
    running_score: Fraction | None = None


@dataclass(frozen=True)
class MatchTable:
    """One of the two tables in a half: its label, its team by line, and its known players."""

    label: str
    lines: Mapping[str, Contestant]
    players: Mapping[str, Player]


@dataclass(frozen=True)
class MatchHalf:
    """A half of a match: its round, two tables and boards."""

    round: int
    half: int
    tables: tuple[MatchTable, MatchTable]
    boards: tuple[ComparedBoard, ...]

    @property
    def xs(self) -> tuple[X, X]:
        """The sums of X of both teams over the compared boards."""
        compared = [board.xs for board in self.boards if board.xs]
        own_sum = sum(own_x for own_x, _other_x in compared)
        return own_sum, sum(other_x for _own_x, other_x in compared)

    @property
    def points(self) -> Fraction:
        """What the half adds to the first team's score."""
        return sum((board.points for board in self.boards if board.points is not None), Fraction(0))


@dataclass(frozen=True)
class MatchDetails:
    """A match as far as its boards are visible; the first team sits N-S at the first table.

    `margin` is the first team's lead in X. `awards` are computed from the visible boards alone.
    `winner_text` names the winner of a knock-out match with equal awards. `departed_teams` have
    left with boards to play; if no board was compared, the other team gets `sit_out_award`, or no
    award if that is None.
    """

    match_round: int
    number: int
    teams: tuple[Contestant, Contestant]
    halves: tuple[MatchHalf, ...]
    margin: Fraction
    awards: MatchAwards
    winner_text: Text | None
    departed_teams: tuple[Contestant, ...]
    sit_out_award: Fraction | None

    @property
    def is_called_off(self) -> bool:
        """Whether nothing of the match counts, because a team has left."""
        return bool(self.departed_teams) and not self.awards.compared


def read_match(session: Session, match_round_number: int, match_number: int) -> MatchDetails | None:
    """Return a match by its number and that of its round of matches; None if there is none."""
    round_of_matches = match_round(session, match_round_number)
    match_rows = (
        next((match for match in round_of_matches.matches if match.number == match_number), None)
        if round_of_matches
        else None
    )
    if round_of_matches is None or match_rows is None:
        return None
    return _MatchReader(session, match_rows).details(match_round_number, round_of_matches.boards)


class _MatchReader:
    """Builds the details of one match from its rows in the database."""

    def __init__(self, session: Session, match_rows: MatchRows) -> None:
        self.session, self.rows = session, match_rows
        self.event = session.stage.event
        self.method = cast(TeamMethod, self.event.method)
        seating_ids = {
            seating_id
            for board in match_rows.boards
            for seating_id in (board.first_seating_id, board.second_seating_id)
        }
        self.seatings = (
            Seating.objects.select_related("round", "table__section")
            .prefetch_related("places__player", "places__contestant")
            .in_bulk(seating_ids)
        )
        plays = Play.objects.filter(seating__in=seating_ids).select_related("board", "entry")
        self.plays = {(play.seating_id, play.board_id): play for play in plays}
        self.hidden_numbers = hidden_board_numbers(session)
        self.departed_team_numbers = {
            team_number
            for team_number, seating_id in forfeits(session.stage)
            if seating_id in seating_ids
        }

    def details(self, match_round_number: int, board_count: int) -> MatchDetails:
        """Return the whole match; the matches of its round have `board_count` boards."""
        halves, score = [], Fraction(0)
        match_boards: list[MatchBoard] = []
        for (first_seating_id, second_seating_id), shared_boards in self._boards_by_seatings():
            compared_boards = list(self._compared_boards(shared_boards, match_boards, score))
            score = next(
                (
                    board.running_score
                    for board in reversed(compared_boards)
                    if board.running_score is not None
                ),
                score,
            )
            halves.append(self._match_half(first_seating_id, second_seating_id, compared_boards))
        match = TeamMatch(self.rows.teams, match_boards)
        team_by_number = {
            contestant.number: contestant
            for contestant in self.event.contestants.filter(number__in=self.rows.teams)
        }
        first_team, second_team = (team_by_number[number] for number in self.rows.teams)
        awards = self.method.score_match(match.differences, match.due)
        return MatchDetails(
            match_round_number,
            self.rows.number,
            (first_team, second_team),
            tuple(halves),
            match.margin,
            awards,
            MatchWinners(self.session.stage).winner_text(VisibleMatch(self.rows, match, awards)),
            tuple(
                contestant
                for contestant in (first_team, second_team)
                if contestant.number in self.departed_team_numbers
            ),
            self.method.sit_out_award_for(board_count),
        )

    def _boards_by_seatings(self) -> Sequence[tuple[tuple[int, int], list[SharedBoard]]]:
        boards_by_seatings: dict[tuple[int, int], list[SharedBoard]] = {}
        for board in self.rows.boards:
            boards_by_seatings.setdefault(
                (board.first_seating_id, board.second_seating_id), []
            ).append(board)
        return list(boards_by_seatings.items())

    def _match_half(
        self, first_seating_id: int, second_seating_id: int, boards: Sequence[ComparedBoard]
    ) -> MatchHalf:
        tables = (
            self._match_table(self.seatings[first_seating_id]),
            self._match_table(self.seatings[second_seating_id]),
        )
        round_number = self.seatings[first_seating_id].round.number
        return MatchHalf(
            round_number,
            half_number(round_number, self.session.stage.halves),
            tables,
            tuple(boards),
        )

    def _match_table(self, seating: Seating) -> MatchTable:
        seat_holders = sorted(
            seating.places.all(),
            key=lambda seat_holder: self.event.game.seats.index(seat_holder.seat),
        )
        players = {
            seat_holder.seat: seat_holder.player
            for seat_holder in seat_holders
            if seat_holder.player
        }
        lines = contestants_by_line(self.event.game, seat_holders)
        return MatchTable(
            seating.table.label,
            {line: contestant for line, (contestant,) in lines.items()},
            players,
        )

    def _compared_boards(
        self, shared_boards: Sequence[SharedBoard], match_boards: list[MatchBoard], score: Fraction
    ) -> Iterator[ComparedBoard]:
        """Yield the boards of a half, and append them to `match_boards`.

        A hidden board is appended as if it had not been played.
        """
        for shared_board in shared_boards:
            first_play, second_play = (
                self.plays[shared_board.first_seating_id, shared_board.board_id],
                self.plays[shared_board.second_seating_id, shared_board.board_id],
            )
            if first_play.board.number in self.hidden_numbers:
                match_boards.append(
                    MatchBoard(
                        None, None, bool(self.departed_team_numbers) and shared_board.is_void
                    )
                )
                yield ComparedBoard(first_play.board.number, is_hidden=True)
                continue
            match_board = MatchBoard(
                parse_x_pair(first_play.counted_line_points),
                parse_x_pair(second_play.counted_line_points),
                shared_board.is_void,
            )
            match_boards.append(match_board)
            compared_board = self._compared_board(first_play, second_play, match_board, score)
            score = score if compared_board.running_score is None else compared_board.running_score
            yield compared_board

    def _compared_board(
        self, first_play: Play, second_play: Play, board: MatchBoard, score: Fraction
    ) -> ComparedBoard:
        game, difference = self.event.game, board.difference
        results = (play_notation(game, first_play), play_notation(game, second_play))
        if difference is None:
            return ComparedBoard(first_play.board.number, False, results)
        points = self.method.board_points(difference)
        xs = (board.own_x, board.own_x - difference)
        return ComparedBoard(first_play.board.number, False, results, xs, points, score + points)
