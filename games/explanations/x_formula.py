"""Explanations of X that several games share."""

from collections.abc import Iterable

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import rounded_if_fraction
from games.explanations.formula import Formula
from games.seats import PAIR_LINES, line_label
from games.text import Text
from games.text import gettext_noop as _
from games.x import X

_LINE_MADE = _("%(line)s made %(x)s.")


def x_explanation(sentence: Text, template: str, numbers: dict[str, X]) -> Explanation:
    """Return the explanation of an X; `template` is the formula with a placeholder per number."""
    return Explanation("x", sentence, Formula(template, numbers))


def recorded_x_explanation(line: str, x: X, lines: Iterable[str]) -> Explanation:
    """Explain X as the number that the table recorded; `lines` are all lines of the table."""
    return x_explanation(
        Text(_LINE_MADE, {"line": line_label(line, lines), "x": rounded_if_fraction(x)}),
        "%(x)s",
        {"x": x},
    )


def difference_explanation(line: str, side_x: X, other_x: X, template: str) -> Explanation:
    """Explain X as the difference between both lines.

    `template` has placeholders for the line and both numbers.
    """
    sentence = Text(
        template,
        {
            "line": line_label(line, PAIR_LINES),
            "own": rounded_if_fraction(side_x),
            "theirs": rounded_if_fraction(other_x),
        },
    )
    return x_explanation(sentence, "%(own)s − %(theirs)s", {"own": side_x, "theirs": other_x})
