"""How X follows from what the lines of a deal count and pay."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import rounded_if_fraction
from games.explanations.x_explanations import x_explanation
from games.tarot.line_totals import LineResult
from games.text import Text, join_sentences
from games.text import gettext_noop as _
from games.x import X

# The result of each line of a deal.
LineResults = Mapping[str, LineResult]


def _no_deduction(results: LineResults) -> X:
    return 0


def _lowest_total(results: LineResults) -> X:
    return min(result.counted_points + result.net_payments for result in results.values())


def _deal_total(results: LineResults) -> X:
    return sum(result.counted_points for result in results.values())


def _equal_share(results: LineResults) -> X:
    return _deal_total(results) // len(results)


def _counted_once(results: LineResults) -> int:
    return 1


@dataclass(frozen=True)
class Settlement:
    """X is `factor` times what a line counts, plus its net payments, less `deduction`.

    `deduction` and `factor` are functions of the results of all lines. `deduction_text` explains
    the deduction, with placeholders for its number and for the factor; it is blank if nothing is
    deducted.
    """

    deduction: Callable[[LineResults], X] = _no_deduction
    deduction_text: str = ""
    factor: Callable[[LineResults], int] = _counted_once

    def raw_results(self, results: LineResults) -> dict[str, X]:
        """Return X of each line."""
        deduction, factor = self.deduction(results), self.factor(results)
        return {
            line: factor * result.counted_points + result.net_payments - deduction
            for line, result in results.items()
        }

    def x_explanation(self, line: str, results: LineResults) -> Explanation:
        """Explain X of one line."""
        result, deduction, factor = results[line], self.deduction(results), self.factor(results)
        parts = [*result.result_sentences(line, results)]
        counted_numbers, paid = result.counted_numbers, result.payment_numbers
        template, numbers = (
            " + ".join(f"%({key})s" for key in counted_numbers),
            {**counted_numbers, **paid},
        )
        if factor > 1 and counted_numbers:
            template = f"({template})" if len(counted_numbers) > 1 else template
            template, numbers["times"] = f"%(times)s × {template}", factor
        template += "".join(f" {'−' if key.startswith('paid') else '+'} %({key})s" for key in paid)
        if self.deduction_text:
            parts.append(
                Text(
                    self.deduction_text,
                    {"against": rounded_if_fraction(deduction), "times": factor},
                )
            )
            template, numbers["against"] = f"{template} − %(against)s", deduction
        return x_explanation(
            reduce(join_sentences, parts), template.removeprefix(" + ").strip(), numbers
        )


# X is what the line counts plus its net payments.
OWN_POINTS = Settlement()

# X is the line's distance above the lowest line of the deal, payments included.
ABOVE_LOWEST = Settlement(
    _lowest_total, _("The lowest of the deal has %(against)s, which is taken from everybody.")
)

# X is the sum of the line's differences from all other lines, plus its net payments. With three
# lines that sum is three times the line's points less the points of all three.
LINE_DIFFERENCES = Settlement(
    _deal_total,
    _("It counts %(times)s times, less %(against)s that all lines count together."),
    len,
)

# X is what the line counts above an equal share of all points, plus its net payments.
ABOVE_EQUAL_SHARE = Settlement(
    _equal_share, _("An equal share of all that counts, %(against)s, is taken from it.")
)
