"""X where everybody plays for himself: what a seat makes, or what it makes over everybody at its
table.

Players who lower their cards together lift the whole table: then what each makes alone says more of
the table than of him. docs/developers/single-players.md has the figures.
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

_OVER_ALL = _("X is %(players)s times that, less the %(all)s that all make together.")


def x_option(default: str) -> Option:
    """Which of both X is."""
    labels = {OVER_ALL: _("what a seat makes over all others"), OWN: _("what a seat makes")}
    return Option("x", default, (OVER_ALL, OWN), _("X counts"), labels)


def single_x(which: str, own: Mapping[str, X]) -> dict[str, X]:
    """X of every line from what each makes: that, or its differences from all added up, together
    nothing."""
    if which == OWN:
        return dict(own)
    return {line: len(own) * made - sum(own.values()) for line, made in own.items()}


def single_x_explained(which: str, own: Mapping[str, Explanation]) -> dict[str, Explanation]:
    """The same, from how what each makes came about."""
    if which == OWN:
        return dict(own)
    together = sum((each.value or 0 for each in own.values()), 0)
    return {line: _over_all(each, len(own), together) for line, each in own.items()}


def _over_all(own: Explanation, players: int, together: X) -> Explanation:
    beside: dict[str, X] = {"players": players, "all": together}
    formula = own.formula or Formula("0")
    template = f"%(players)s × ({formula.template}) − %(all)s"
    return x_explanation(
        join_sentences(own.sentence, Text(_OVER_ALL, beside)),
        template,
        {**formula.numbers, **beside},
    )
