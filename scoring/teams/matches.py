"""A match of two teams: the same boards at two tables, and what each team made of them at both."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple

from games.x import X
from scoring.tiebreaks import Contestant, PlayedBoard

# X of N-S and X of E-W on one board at one table.
TableX = tuple[X, X]


class MatchBoard(NamedTuple):
    """One board of a match, seen by the team named first.

    `first` was made where its own players sit N-S, `second` where they sit E-W; None while there is
    no result that counts. A board that is `void` at either table has left the match.
    """

    first: TableX | None
    second: TableX | None
    void: bool = False

    @property
    def difference(self) -> X | None:
        """What the team made at both tables less what the other made there; None until it is
        compared.

        X of two lines need not be opposites, so that it takes all four of them.
        """
        if self.void or self.first is None or self.second is None:
            return None
        return self.first[0] + self.second[1] - self.second[0] - self.first[1]

    @property
    def own_x(self) -> X:
        """What the team made at both tables; 0 until the board is compared."""
        if self.void or self.first is None or self.second is None:
            return 0
        return self.first[0] + self.second[1]


class TeamMatch(NamedTuple, Generic[Contestant]):
    """Two teams, and the boards of their match as the first of them sees them."""

    teams: tuple[Contestant, Contestant]
    boards: Sequence[MatchBoard]

    @property
    def due(self) -> int:
        """How many boards count for the match, played or to come: all that are not void."""
        return sum(not board.void for board in self.boards)

    @property
    def differences(self) -> tuple[X | None, ...]:
        """The difference of each board that counts, None where it is still to be compared."""
        return tuple(board.difference for board in self.boards if not board.void)

    @property
    def margin(self) -> Fraction:
        """The sum of the differences so far: positive where the first team is ahead."""
        return sum(
            (Fraction(difference) for difference in self.differences if difference is not None),
            Fraction(0),
        )

    @property
    def from_second_team(self) -> "TeamMatch[Contestant]":
        """The same match as the second team sees it."""
        first, second = self.teams
        boards = [MatchBoard(board.second, board.first, board.void) for board in self.boards]
        return TeamMatch((second, first), boards)


class MatchAwards(NamedTuple):
    """What a match gives the team named first and the other; None while no board of it is
    compared."""

    first: Fraction | None
    second: Fraction | None
    compared: int
    due: int

    @property
    def provisional(self) -> bool:
        """Whether a board is still to be compared, so that the awards may change."""
        return self.compared < self.due


def match_history(
    matches: Iterable[TeamMatch[Contestant]], awards: Iterable[MatchAwards]
) -> Iterator[PlayedBoard[Contestant]]:
    """Each team's part in each match that has awards, as tie-breaks look at it.

    The match stands for a board that the two play against each other: X is the margin, `points`
    what a team made at both tables. For `TEAM_TIEBREAKS` that is all they ask.
    """
    for number, (match, match_awards) in enumerate(zip(matches, awards, strict=True), 1):
        views = (match, match_awards.first), (match.from_second_team, match_awards.second)
        for line, (view, award) in zip(("first", "second"), views, strict=True):
            if award is not None:
                own_x = sum(board.own_x for board in view.boards)
                team, *opponents = view.teams
                yield PlayedBoard(team, number, line, view.margin, own_x, award, tuple(opponents))
