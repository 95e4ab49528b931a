"""How X follows from what the lines count and pay, and how that is said."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce

from games.explanations.explanation import Explanation
from games.explanations.numbers import rounded_if_fraction
from games.explanations.x_formula import x_explanation
from games.tarot.line_totals import Earned
from games.text import Text, join_sentences
from games.text import gettext_noop as _
from games.x import X

Deal = Mapping[str, Earned]


def _nothing(deal: Deal) -> X:
    return 0


def _lowest(deal: Deal) -> X:
    return min(each.counted + each.payments for each in deal.values())


def _total(deal: Deal) -> X:
    return sum(each.counted for each in deal.values())


def _share(deal: Deal) -> X:
    return _total(deal) // len(deal)


def _once(deal: Deal) -> int:
    return 1


@dataclass(frozen=True)
class Settling:
    """X is what a line counts, so many `times`, and its payments, less what all lines are set
    `against`.

    `said` tells what that is, with places for the number and for the times; blank where it is
    nothing.
    """

    against: Callable[[Deal], X] = _nothing
    said: str = ""
    times: Callable[[Deal], int] = _once

    def x(self, deal: Deal) -> dict[str, X]:
        """X of each line."""
        against, times = self.against(deal), self.times(deal)
        return {line: times * each.counted + each.payments - against for line, each in deal.items()}

    def x_explanation(self, line: str, deal: Deal) -> Explanation:
        """How X of one line came about."""
        made, against, times = deal[line], self.against(deal), self.times(deal)
        said, counted, paid = [*made.told(line, deal)], made.counted_numbers, made.paid_numbers
        template, numbers = " + ".join(f"%({key})s" for key in counted), {**counted, **paid}
        if times > 1 and counted:
            template = f"({template})" if len(counted) > 1 else template
            template, numbers["times"] = f"%(times)s × {template}", times
        template += "".join(f" {'−' if key.startswith('paid') else '+'} %({key})s" for key in paid)
        if self.said:
            said.append(Text(self.said, {"against": rounded_if_fraction(against), "times": times}))
            template, numbers["against"] = f"{template} − %(against)s", against
        return x_explanation(
            reduce(join_sentences, said), template.removeprefix(" + ").strip(), numbers
        )


OWN = Settling()
"""What the line counts itself, and its payments."""

ABOVE_LOWEST = Settling(
    _lowest, _("The lowest of the deal has %(against)s, which is taken from everybody.")
)
"""What the line has above the deal's lowest, payments included."""

LINE_DIFFERENCES = Settling(
    _total,
    _("It counts %(times)s times, less %(against)s that all lines count together."),
    len,
)
"""The line's differences from every line added up, 3 x own − total where three play, and its
payments."""

ABOVE_HALF = Settling(
    _share, _("An equal share of all that counts, %(against)s, is taken from it.")
)
"""What the line counts above an equal share, and its payments."""
