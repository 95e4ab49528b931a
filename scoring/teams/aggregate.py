"""Aggregate: the differences of a match added up as they are; see docs/scoring/aggregate.md."""

from fractions import Fraction

from games.text import gettext_noop as _
from scoring.teams.team_method import TeamMethod


class Aggregate(TeamMethod):
    """The margin of the match, and for the other team its negative."""

    key = "aggregate"
    name = _("Aggregate: sum of differences")
    rule = _(
        "A match gives a team the sum of what it made at both tables on each board, less what the other team "
        "made there."
    )
    tells_x = True

    def sit_out_for(self, boards: int) -> None:
        """Nothing: who has met nobody is neither ahead nor behind."""

    def _shared_out(self, count: Fraction, compared: int, due: int) -> tuple[Fraction, Fraction]:
        return count, -count
