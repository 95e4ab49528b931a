"""Board-a-match: each board is won, drawn or lost; see docs/scoring/board_a_match.md."""

from collections.abc import Sequence
from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import rounded_if_fraction
from games.explanations.formula import Formula
from games.options import Option
from games.text import gettext_noop as _
from games.text import ngettext_noop, plural_text
from games.x import X
from scoring.adjusted.kinds import WeightedAward
from scoring.teams.team_method import TeamMethod, weighted_differences

_HALF = Fraction(1, 2)
_BOARDS = ngettext_noop(
    "Of %(boards)s board %(won)s won, %(level)s equal, %(lost)s lost.",
    "Of %(boards)s boards %(won)s won, %(level)s equal, %(lost)s lost.",
)


class BoardAMatch(TeamMethod):
    """Awards of one point for each board won and half a point for each drawn board."""

    key = "board_a_match"
    name = _("Board-a-match")
    rule = _(
        "Each board of a match gives 1 to the team that made more of it at both tables, a half if "
        "equal."
    )
    own_options = (
        Option(
            "sit_out",
            "half",
            ("half", "none"),
            _("A round without opponents counts as"),
            {"half": _("a half for each board of a match"), "none": _("nothing")},
        ),
    )

    def sit_out_award_for(self, board_count: int) -> Fraction | None:
        return _HALF * board_count if self.options["sit_out"] == "half" else None

    def board_points(self, difference: X) -> Fraction:
        """Return 1 for a board won, a half for a draw, 0 for a board lost."""
        return _HALF if difference == 0 else Fraction(difference > 0)

    def _split_points(
        self, points: Fraction, compared_count: int, due_count: int
    ) -> tuple[Fraction, Fraction]:
        return points, compared_count - points

    def _explain_compared(
        self, compared: Sequence[X | WeightedAward], due_count: int
    ) -> Explanation:
        parts = [part for difference in compared for part in weighted_differences(difference)]
        won = sum((weight for weight, x in parts if x > 0), Fraction(0))
        level = sum((weight for weight, x in parts if x == 0), Fraction(0))
        params = {
            "boards": len(compared),
            "won": rounded_if_fraction(won),
            "level": rounded_if_fraction(level),
            "lost": rounded_if_fraction(len(compared) - won - level),
        }
        formula = Formula("%(won)s + %(level)s / 2", {"won": won, "level": level})
        return Explanation("boards_won", plural_text(_BOARDS, len(compared), params), formula)
