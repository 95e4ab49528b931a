"""Matches of teams as tie-breaks look at them."""

from collections.abc import Iterable, Iterator

from scoring.teams.matches import MatchAwards, TeamMatch
from scoring.tiebreaks import Contestant, PlayedBoard


def match_history(
    matches: Iterable[TeamMatch[Contestant]], awards: Iterable[MatchAwards]
) -> Iterator[PlayedBoard[Contestant]]:
    """Each team's part in each match that has awards, as tie-breaks look at it.

    The match stands for a board that the two play against each other: X is the margin, `points`
    what a team made at both tables. For `TEAM_TIEBREAKS` that is all they ask.
    """
    for number, (match, both) in enumerate(zip(matches, awards, strict=True), 1):
        sides = zip((match, match.from_second_team), (both.first, both.second), strict=True)
        for line, (seen, award) in zip(("first", "second"), sides, strict=True):
            if award is not None:
                own = sum(board.own_x for board in seen.boards)
                yield PlayedBoard(
                    seen.teams[0], number, line, seen.margin, own, award, seen.teams[1:]
                )
