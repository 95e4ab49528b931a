"""Fixed percentages for small groups of a fouled board; see docs/scoring/fouled_boards.md."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from games.options import Option
from games.text import gettext_noop as _
from games.x import X
from scoring.frequencies import Frequencies

# A group that was to have fewer plays than this is small: comparing so few results says little.
MIN_PLAYS_OF_FULL_GROUP = 4

SMALL_GROUPS = Option(
    "small_groups",
    default="neuberg",
    choices=("neuberg", "fixed60", "65/55", "70/60/50"),
    label=_("Up to three tables that alone had the same cards on a fouled board"),
    labels={
        "neuberg": _("are compared as a larger group is"),
        "fixed60": _("get 60 percent each"),
        "65/55": _("get from 65 down to 55 percent, one alone 60"),
        "70/60/50": _("get 70, 60 and 50 percent, two 65 and 55, one alone 60"),
    },
)

# The percentages by rule and number of results, best place first. The rule `70/60/50` is that of
# bridge scorers; Manilla adds the other two.
_PERCENTS: Mapping[str, Mapping[int, Sequence[int]]] = {
    "fixed60": {1: (60,), 2: (60, 60), 3: (60, 60, 60)},
    "65/55": {1: (60,), 2: (65, 55), 3: (65, 60, 55)},
    "70/60/50": {1: (60,), 2: (65, 55), 3: (70, 60, 50)},
}


def fixed_percents(rule: str, compared: Frequencies, xs: Collection[X]) -> Mapping[X, Fraction]:
    """Return the percentage of each of `xs` in a group with the results `compared`.

    Equal results share their places. An X that is not among the compared ones gets the mean of the
    percentages of the results above and below, or that of its only neighbour. Raises KeyError for
    the rule `neuberg`, which has no fixed percentages, and unless there are one to three results.
    """
    percent_by_place = _PERCENTS[rule][sum(compared.values())]
    return {x: _percent_of(x, percent_by_place, compared) for x in xs}


def _percent_of(x: X, percent_by_place: Sequence[int], compared: Frequencies) -> Fraction:
    """Return the mean of the percentages of the places that `x` takes, or lies between."""
    above_count = sum(count for other_x, count in compared.items() if other_x > x)
    percents = (
        percent_by_place[above_count : above_count + compared.get(x, 0)]
        or percent_by_place[max(0, above_count - 1) : above_count + 1]
    )
    return Fraction(sum(percents), len(percents))
