"""Explanations of X, the raw result of a line at a table, that several games share."""

from collections.abc import Iterable

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import rounded_if_fraction
from games.explanations.formula import Formula
from games.seats import PAIR_LINES, line_label
from games.text import Text
from games.text import gettext_noop as _
from games.x import X

_LINE_MADE = _("%(line)s made %(x)s.")


def x_explanation(sentence: Text, formula_template: str, numbers: dict[str, X]) -> Explanation:
    """Return the explanation of an X; `formula_template` has a placeholder for each number."""
    return Explanation("x", sentence, Formula(formula_template, numbers))


def recorded_x_explanation(line: str, x: X, lines: Iterable[str]) -> Explanation:
    """Explain X as the number that the table recorded; `lines` are all lines of the table."""
    return x_explanation(
        Text(_LINE_MADE, {"line": line_label(line, lines), "x": rounded_if_fraction(x)}),
        "%(x)s",
        {"x": x},
    )


def difference_explanation(
    line: str, own_number: X, other_number: X, sentence_template: str
) -> Explanation:
    """Explain X as the difference of two numbers, of the line and of the other line.

    `sentence_template` has placeholders for the line and both numbers.
    """
    sentence = Text(
        sentence_template,
        {
            "line": line_label(line, PAIR_LINES),
            "own": rounded_if_fraction(own_number),
            "theirs": rounded_if_fraction(other_number),
        },
    )
    return x_explanation(
        sentence, "%(own)s − %(theirs)s", {"own": own_number, "theirs": other_number}
    )
