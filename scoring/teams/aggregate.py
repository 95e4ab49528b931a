"""Aggregate: the sum of the differences of a match; see docs/scoring/aggregate.md."""

from collections.abc import Sequence
from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import SignedNumber
from games.explanations.formula import Formula
from games.text import gettext_noop as _
from games.text import ngettext_noop, plural_text
from games.x import X
from scoring.adjusted.kinds import WeightedAward
from scoring.teams.team_method import TeamMethod, mean_difference

_SUM = ngettext_noop(
    "%(margin)s over both tables, on %(boards)s board.",
    "%(margin)s over both tables, on %(boards)s boards.",
)


class Aggregate(TeamMethod):
    """Awards of the margin of the match: its sum of differences, negative for the loser."""

    key = "aggregate"
    name = _("Aggregate: sum of differences")
    rule = _(
        "A match gives a team the sum of what it made at both tables on each board, less what the "
        "other team made there."
    )
    reveals_x = True

    def sit_out_award_for(self, board_count: int) -> None:
        """Return None, because a team without opponents is neither ahead nor behind."""

    def _split_points(
        self, points: Fraction, compared_count: int, due_count: int
    ) -> tuple[Fraction, Fraction]:
        return points, -points

    def _explain_compared(
        self, compared: Sequence[X | WeightedAward], due_count: int
    ) -> Explanation:
        numbers = {
            f"difference{index}": mean_difference(difference)
            for index, difference in enumerate(compared, 1)
        }
        params = {"margin": SignedNumber(sum(numbers.values())), "boards": len(compared)}
        template = " + ".join(f"%({name})s" for name in numbers)
        return Explanation(
            "margin", plural_text(_SUM, len(compared), params), Formula(template, numbers)
        )
