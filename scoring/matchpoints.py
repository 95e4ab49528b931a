"""Matchpoints: a result against each other one, and how many it beat; see
docs/scoring/matchpoints.md."""

from collections.abc import Iterator
from fractions import Fraction

from games.explained.explanation import Explanation
from games.explained.formula import Formula
from games.explained.numbers import Signed
from games.options import Option
from games.text import Words, counted_words, ngettext_noop
from games.text import gettext_noop as _
from games.x import X
from scoring.flagged_results import FLAGGED, compared_results, flagged_are_left_out
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import UNPLAYED, AwardScale
from scoring.percent_method import PercentMethod
from scoring.small_groups import SMALL_GROUPS

WIN = Option(
    "win",
    default="2",
    choices=("2", "1"),
    label=_("Matchpoints for each result beaten"),
    labels={"2": _("2, and 1 for a tie"), "1": _("1, and a half for a tie")},
)

_BEATEN = ngettext_noop(
    "%(x)s beat %(beaten)s of %(others)s other result and tied with %(ties)s.",
    "%(x)s beat %(beaten)s of %(others)s other results and tied with %(ties)s.",
)
_RAISED = ngettext_noop(
    "%(x)s beat %(beaten)s of %(others)s other result and tied with %(ties)s; raised to %(due)s "
    "tables.",
    "%(x)s beat %(beaten)s of %(others)s other results and tied with %(ties)s; raised to %(due)s "
    "tables.",
)
_ALONE = _("%(x)s, the only result so far: it has half of the top.")
_NOBODY = _("%(x)s, but only one table was to play this board: there is no award.")
_MADE = "%(win)s × (%(beaten)s + %(ties)s / 2)"
_IN_PROPORTION = "%(win)s × ((%(beaten)s + %(ties)s / 2 + 1 / 2) × %(due)s / %(results)s − 1 / 2)"


class Matchpoints(PercentMethod):
    """So much for each result of the line that was beaten, half of it for each tie."""

    key = "matchpoints"
    name = _("Matchpoints")
    rule = _(
        "Each result of the board on the same line that was beaten brings points, a tie half as "
        "many; "
        "where fewer were compared than were due they are raised in proportion."
    )
    own_options = (WIN, FLAGGED, SMALL_GROUPS, UNPLAYED)

    def top(self, due: int) -> int:
        return int(self.options["win"]) * (due - 1)

    def percent_award(self, percent: Fraction, due: int) -> Fraction | None:
        """So much of the top; None where one play was due, which is compared with nobody."""
        return percent / 100 * self.top(due) if due > 1 else None

    def percent_formula(self, percent: Fraction, due: int) -> Formula | None:
        numbers: dict[str, X] = {"percent": percent, "win": int(self.options["win"]), "due": due}
        return Formula("%(percent)s / 100 × %(win)s × (%(due)s − 1)", numbers) if due > 1 else None

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due: int) -> AwardScale:
        rule = self.options["flagged"]
        among = compared_results(ordinary, flagged, rule)
        results, twice = sum(among.values()), dict(_twice_ranks(among, {*ordinary, *flagged}))
        # A result from outside is compared as one more.
        joined = 1 if flagged_are_left_out(ordinary, rule) else 0
        return AwardScale.of(
            {x: self._points(twice[x], results, due) for x in ordinary},
            {x: self._points(twice[x] + joined, results + joined, due) for x in flagged},
            among,
        )

    def _points(self, twice_rank: int, results: int, due: int) -> Fraction | None:
        """Neuberg's formula: `results` stand for the `due` plays there should have been.

        With 2 for a win and 1 for a tie, points + 1 grow by due / results. None where one play was
        due: it is compared with nobody.
        """
        if due == 1:
            return None
        return (Fraction(due * twice_rank, results) - 1) * int(self.options["win"]) / 2

    def explain_comparison(self, x: X, flagged: bool, among: FieldResults) -> Explanation:
        rule, due = self.options["flagged"], among.due
        if due == 1:
            return Explanation("nobody", Words(_NOBODY, {"x": Signed(x)}))
        made = compared_results(among.ordinary, among.flagged, rule)
        own = 0 if flagged and flagged_are_left_out(among.ordinary, rule) else 1
        others = sum(made.values()) - own
        beaten = sum(often for other, often in made.items() if other < x)
        ties = made.get(x, 0) - own
        numbers = {"win": int(self.options["win"]), "beaten": beaten, "ties": ties}
        params = {"x": Signed(x), "others": others, "beaten": beaten, "ties": ties, "due": due}
        if others + 1 == due:
            return Explanation(
                "beaten", counted_words(_BEATEN, others, params), Formula(_MADE, numbers)
            )
        formula = Formula(_IN_PROPORTION, {**numbers, "due": due, "results": others + 1})
        sentence = counted_words(_RAISED, others, params) if others else Words(_ALONE, params)
        return Explanation("raised", sentence, formula)


def _twice_ranks(among: Frequencies, xs: set[X]) -> Iterator[tuple[X, int]]:
    """For each X 2 for each result below it and 1 for each equal one, itself included where it
    is one."""
    below = 0
    for x in sorted(xs):
        equal = among.get(x, 0)
        yield x, 2 * below + equal
        below += equal
