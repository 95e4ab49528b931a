"""How X follows from what the lines count and pay, and how that is said."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce

from games.explained.explanation import Explanation
from games.explained.numbers import shortest
from games.explained.x_formula import explained
from games.tarot.line_totals import LineResult
from games.text import Words, sentences
from games.text import gettext_noop as _
from games.x import X

LineResults = Mapping[str, LineResult]


def _nothing(deal: LineResults) -> X:
    return 0


def _lowest(deal: LineResults) -> X:
    return min(each.counted_points + each.net_payments for each in deal.values())


def _total(deal: LineResults) -> X:
    return sum(each.counted_points for each in deal.values())


def _share(deal: LineResults) -> X:
    return _total(deal) // len(deal)


def _once(deal: LineResults) -> int:
    return 1


@dataclass(frozen=True)
class Settlement:
    """X is what a line counts, so many `times`, and its payments, less what all lines are set
    `against`.

    `said` tells what that is, with places for the number and for the times; blank where it is
    nothing.
    """

    against: Callable[[LineResults], X] = _nothing
    said: str = ""
    times: Callable[[LineResults], int] = _once

    def x(self, deal: LineResults) -> dict[str, X]:
        """X of each line."""
        against, times = self.against(deal), self.times(deal)
        return {
            line: times * each.counted_points + each.net_payments - against
            for line, each in deal.items()
        }

    def explained(self, line: str, deal: LineResults) -> Explanation:
        """How X of one line came about."""
        made, against, times = deal[line], self.against(deal), self.times(deal)
        said, counted, paid = (
            [*made.result_sentences(line, deal)],
            made.counted_numbers,
            made.payment_numbers,
        )
        template, numbers = " + ".join(f"%({key})s" for key in counted), {**counted, **paid}
        if times > 1 and counted:
            template = f"({template})" if len(counted) > 1 else template
            template, numbers["times"] = f"%(times)s × {template}", times
        template += "".join(f" {'−' if key.startswith('paid') else '+'} %({key})s" for key in paid)
        if self.said:
            said.append(Words(self.said, {"against": shortest(against), "times": times}))
            template, numbers["against"] = f"{template} − %(against)s", against
        return explained(reduce(sentences, said), template.removeprefix(" + ").strip(), numbers)


OWN_POINTS = Settlement()
"""What the line counts itself, and its payments."""

ABOVE_LOWEST = Settlement(
    _lowest, _("The lowest of the deal has %(against)s, which is taken from everybody.")
)
"""What the line has above the deal's lowest, payments included."""

LINE_DIFFERENCES = Settlement(
    _total,
    _("It counts %(times)s times, less %(against)s that all lines count together."),
    len,
)
"""The line's differences from every line added up, 3 x own − total where three play, and its
payments."""

ABOVE_EQUAL_SHARE = Settlement(
    _share, _("An equal share of all that counts, %(against)s, is taken from it.")
)
"""What the line counts above an equal share, and its payments."""
