"""The winner of a knock-out match in which both teams have the same award."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from games.text import gettext_noop as _
from scoring.teams.matches import TeamMatch

_BY_MARGIN = _("Both have the same: %(team)s wins by the sum of differences.")
_BY_BOARDS = _("Both have the same: %(team)s wins with more boards won.")
_BY_SEEDING = _("Both have the same: %(team)s wins, placed higher in the seeding.")


class MatchTieBreak(NamedTuple):
    """The lead of the first team, never 0, and the template of a sentence that explains it.

    The first team wins if the lead is positive.
    """

    lead: Fraction
    sentence: str


def match_tiebreak(match: TeamMatch[int], seeding: Sequence[int]) -> MatchTieBreak:
    """Decide a match by the sum of differences, the boards won, or the places in `seeding`.

    Teams are identified by their numbers, as in `seeding`.
    """
    if match.margin:
        return MatchTieBreak(match.margin, _BY_MARGIN)
    played = [difference for difference in match.differences if difference is not None]
    if lead := sum((difference > 0) - (difference < 0) for difference in played):
        return MatchTieBreak(Fraction(lead), _BY_BOARDS)
    first, second = (seeding.index(team) for team in match.teams)
    return MatchTieBreak(Fraction(second - first), _BY_SEEDING)
