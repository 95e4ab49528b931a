"""X of games without partnerships: what a seat scores, or its excess over all others.

If players cooperate to raise the points of the whole table, what a seat scores depends more on the
table than on the player. docs/developers/single-players.md has the figures.
"""

from collections.abc import Mapping

from games.explanations.explanation import Explanation
from games.explanations.formula import Formula
from games.explanations.x_formula import x_explanation
from games.options import Option
from games.text import Text, join_sentences
from games.text import gettext_noop as _
from games.x import X

OVER_ALL, OWN = "over_all", "own"

_OVER_ALL_TEXT = _("X is %(players)s times that, less the %(all)s that all make together.")


def x_option(default: str) -> Option:
    """Return the option that decides what X counts."""
    labels = {OVER_ALL: _("what a seat makes over all others"), OWN: _("what a seat makes")}
    return Option("x", default, (OVER_ALL, OWN), _("X counts"), labels)


def single_x(x_choice: str, points: Mapping[str, X]) -> dict[str, X]:
    """Return X of each line: its points, or their excess over those of all others.

    The excess is the sum of the differences from every other line, so that all X add up to 0.
    """
    if x_choice == OWN:
        return dict(points)
    return {
        line: len(points) * line_points - sum(points.values())
        for line, line_points in points.items()
    }


def explain_single_x(
    x_choice: str, explanations: Mapping[str, Explanation]
) -> dict[str, Explanation]:
    """Explain X of each line from the explanations of its points."""
    if x_choice == OWN:
        return dict(explanations)
    total = sum((explanation.value or 0 for explanation in explanations.values()), 0)
    return {
        line: _explain_over_all(explanation, len(explanations), total)
        for line, explanation in explanations.items()
    }


def _explain_over_all(explanation: Explanation, player_count: int, total: X) -> Explanation:
    numbers: dict[str, X] = {"players": player_count, "all": total}
    formula = explanation.formula or Formula("0")
    template = f"%(players)s × ({formula.template}) − %(all)s"
    return x_explanation(
        join_sentences(explanation.sentence, Text(_OVER_ALL_TEXT, numbers)),
        template,
        {**formula.numbers, **numbers},
    )
