"""X (the raw result) in games without partnerships: points, or their excess over all others.

An option of the game chooses between the two. If the players of a table cooperate to raise the
points of everybody, the points of a seat depend more on the table than on the player: this speaks
for the excess. docs/developers/single-players.md has the figures.
"""

from collections.abc import Mapping

from games.explanations.explanation import Explanation
from games.explanations.formula import Formula
from games.explanations.x_explanations import x_explanation
from games.options import Option
from games.text import Text, join_sentences
from games.text import gettext_noop as _
from games.x import X

# The choices of the option `x`: the excess over all other seats, or the own points.
EXCESS, OWN_POINTS = "over_all", "own"

_EXCESS_SENTENCE = _(
    "X is %(players)s times these points, minus %(all)s, the total of all players."
)


def x_option(default: str) -> Option:
    """Return the option that decides what X counts."""
    labels = {EXCESS: _("what a seat makes over all others"), OWN_POINTS: _("what a seat makes")}
    return Option("x", default, (EXCESS, OWN_POINTS), _("X counts"), labels)


def x_of_single_players(x_choice: str, points: Mapping[str, X]) -> dict[str, X]:
    """Return X of each line: its points, or their excess over the points of all others.

    The excess is the sum of the differences from every other line, so that all X add up to 0.
    """
    if x_choice == OWN_POINTS:
        return dict(points)
    return {
        line: len(points) * line_points - sum(points.values())
        for line, line_points in points.items()
    }


def explain_x_of_single_players(
    x_choice: str, explanations: Mapping[str, Explanation]
) -> dict[str, Explanation]:
    """Explain X of each line by its points, and the excess if that is what X counts."""
    if x_choice == OWN_POINTS:
        return dict(explanations)
    total = sum((explanation.value or 0 for explanation in explanations.values()), 0)
    return {
        line: _explain_excess(explanation, len(explanations), total)
        for line, explanation in explanations.items()
    }


def _explain_excess(explanation: Explanation, player_count: int, total: X) -> Explanation:
    numbers: dict[str, X] = {"players": player_count, "all": total}
    formula = explanation.formula or Formula("0")
    template = f"%(players)s × ({formula.template}) − %(all)s"
    return x_explanation(
        join_sentences(explanation.sentence, Text(_EXCESS_SENTENCE, numbers)),
        template,
        {**formula.numbers, **numbers},
    )
