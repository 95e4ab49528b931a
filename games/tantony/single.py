"""The two games of Tantony for single players: split partnership, and three players.

The rules are in docs/games/tantony_split.md and tantony_three.md.
"""

from collections.abc import Mapping

from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.explanations.x_explanations import recorded_x_explanation, x_explanation
from games.fields import Outcome
from games.options import Option
from games.seats import line_label
from games.single_player_x import (
    EXCESS,
    explain_x_of_single_players,
    x_of_single_players,
    x_option,
)
from games.tantony.game import COURT_VALUES_OPTION, RuntGame, legs_option
from games.tantony.rules import PACK_36
from games.text import Text
from games.text import gettext_noop as _
from games.x import X

_PARTNER_OPTION = Option(
    "partner",
    "left",
    ("left", "right", "alone"),
    _("Each scores their own runts and those of"),
    {"left": _("the left neighbour"), "right": _("the right neighbour"), "alone": _("nobody else")},
)

_WITH_PARTNER_SENTENCE = _(
    "The runts of %(line)s make %(own)s, those of %(partner)s, which count too, %(shared)s."
)


class IndividualRuntGame(RuntGame):
    """Base class of the games in which each seat has its own X."""

    rules_version = 2

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the points of each seat or, with `over_all`, their excess over all other seats."""
        return x_of_single_players(self.options["x"], self.uncompared_points(outcome, board))


class TantonySplit(IndividualRuntGame):
    """A game of single players, each of whom also scores the runts of one neighbour."""

    key = "tantony_split"
    name = _("Tantony, split partnership")
    own_options = (legs_option("4"), COURT_VALUES_OPTION, _PARTNER_OPTION, x_option(EXCESS))

    def uncompared_points(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the runts of each seat and of the neighbour it scores with.

        The left neighbour is the next in order of play.
        """
        totals = self.totals_by_line(outcome)
        return {
            line: points + totals.get(self._partner_of(line), 0) for line, points in totals.items()
        }

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X by the runts of a seat and of the neighbour it scores with."""
        totals = self.totals_by_line(outcome)
        return explain_x_of_single_players(
            self.options["x"], {line: self._explain_with_partner(line, totals) for line in totals}
        )

    def _explain_with_partner(self, line: str, totals: Mapping[str, int]) -> Explanation:
        """Explain the points of a line: its runts and those of its neighbour, if one counts."""
        partner = self._partner_of(line)
        if not partner:
            return recorded_x_explanation(line, totals[line], totals)
        numbers: dict[str, X] = {"own": totals[line], "shared": totals[partner]}
        params = {
            "line": line_label(line, totals),
            "partner": line_label(partner, totals),
            **numbers,
        }
        return x_explanation(Text(_WITH_PARTNER_SENTENCE, params), "%(own)s + %(shared)s", numbers)

    def _partner_of(self, line: str) -> str:
        """Return the neighbour whose runts count for a line too, or a blank if there is none."""
        step = {"left": 1, "right": -1}.get(self.options["partner"])
        lines = list(self.lines)
        return lines[(lines.index(line) + step) % len(lines)] if step else ""


class TantonyThree(IndividualRuntGame):
    """A game of three players with 36 cards, four tricks for each, and no exchange."""

    key = "tantony_three"
    name = _("Tantony for three")
    player_counts = (3,)
    pack = PACK_36
    tricks_per_seat = 4
    own_options = (legs_option("2"), x_option(EXCESS))

    @property
    def court_values(self) -> str:
        """Fixed values, lower than those with four players, because four ranks are left out."""
        return "10-15-20-25"

    def uncompared_points(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the runts of each seat in all legs."""
        return dict(self.totals_by_line(outcome))

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X by the runts of a seat and, with `over_all`, those of all seats."""
        explanations = {
            line: recorded_x_explanation(line, points, self.lines)
            for line, points in self.totals_by_line(outcome).items()
        }
        return explain_x_of_single_players(self.options["x"], explanations)
