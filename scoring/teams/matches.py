"""Matches of two teams, which play the same boards at two tables."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple

from games.x import X
from scoring.tiebreaks import Contestant, PlayedBoard

# X of N-S and X of E-W on one board at one table.
TableX = tuple[X, X]


class MatchBoard(NamedTuple):
    """One board of a match, from the view of the first team.

    `first` is the result of the table at which the first team sits N-S, and `second` that of the
    table at which it sits E-W. They are None without a result that counts. A board that is `void`
    at either table does not count for the match.
    """

    first: TableX | None
    second: TableX | None
    void: bool = False

    @property
    def difference(self) -> X | None:
        """X of the first team minus X of the second team, at both tables together.

        It is None until both tables have a result. The X of the two lines of a table need not be
        opposite, so all four X are needed.
        """
        if self.void or self.first is None or self.second is None:
            return None
        return self.first[0] + self.second[1] - self.second[0] - self.first[1]

    @property
    def own_x(self) -> X:
        """X of the first team at both tables; 0 until both have a result."""
        if self.void or self.first is None or self.second is None:
            return 0
        return self.first[0] + self.second[1]


class TeamMatch(NamedTuple, Generic[Contestant]):
    """Two teams and the boards of their match, from the view of the first."""

    teams: tuple[Contestant, Contestant]
    boards: Sequence[MatchBoard]

    @property
    def due(self) -> int:
        """The number of boards that count, played or still to be played."""
        return sum(not board.void for board in self.boards)

    @property
    def differences(self) -> tuple[X | None, ...]:
        """The difference of each board that counts; None if it is not compared yet."""
        return tuple(board.difference for board in self.boards if not board.void)

    @property
    def margin(self) -> Fraction:
        """The sum of the differences so far; positive if the first team is ahead."""
        return sum(
            (Fraction(difference) for difference in self.differences if difference is not None),
            Fraction(0),
        )

    @property
    def from_second_team(self) -> "TeamMatch[Contestant]":
        """The same match from the view of the second team."""
        first, second = self.teams
        boards = [MatchBoard(board.second, board.first, board.void) for board in self.boards]
        return TeamMatch((second, first), boards)


class MatchAwards(NamedTuple):
    """The awards of the first and the second team; None until a board is compared.

    `compared` is the number of boards from which they are computed, `due` the number of boards of
    the match that count.
    """

    first: Fraction | None
    second: Fraction | None
    compared: int
    due: int

    @property
    def is_provisional(self) -> bool:
        """Whether some boards are not compared yet, so that the awards may change."""
        return self.compared < self.due


def match_history(
    matches: Iterable[TeamMatch[Contestant]], awards: Iterable[MatchAwards]
) -> Iterator[PlayedBoard[Contestant]]:
    """Yield each match with an award for each of its teams, as the input of `TEAM_TIEBREAKS`.

    A match is given as one board, of which X is the margin and `points` the X of the team at both
    tables. The two teams are on two lines, `first` and `second`.
    """
    for number, (match, match_awards) in enumerate(zip(matches, awards, strict=True), 1):
        views = (match, match_awards.first), (match.from_second_team, match_awards.second)
        for line, (view, award) in zip(("first", "second"), views, strict=True):
            if award is not None:
                own_x = sum(board.own_x for board in view.boards)
                team, *opponents = view.teams
                yield PlayedBoard(team, number, line, view.margin, own_x, award, tuple(opponents))
