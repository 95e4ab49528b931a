"""How X follows from what the lines count and pay, and how that is said."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce

from games.explained.explanation import Explanation
from games.explained.numbers import shortest
from games.explained.of_x import explained
from games.seats import line_in_words
from games.text import Words, spaced
from games.text import gettext_noop as _
from games.x import X

_CARDS = _("%(line)s counts %(cards)s by the cards.")
_BESIDE = _("Declarations and bonuses count %(beside)s.")
_RECEIVED = _("The others have paid it %(paid)s more than it has paid.")
_PAID = _("It has paid the others %(paid)s more than they have paid.")


@dataclass(frozen=True)
class Earned:
    """What one line has of a deal: by the `cards`, `beside` them, and `paid` to it less what it has paid."""

    cards: X
    beside: X
    paid: int

    @property
    def counted(self) -> X:
        """What it counts, without payments."""
        return self.cards + self.beside


Deal = Mapping[str, Earned]


def _nothing(deal: Deal) -> X:
    return 0


def _lowest(deal: Deal) -> X:
    return min(each.counted + each.paid for each in deal.values())


def _total(deal: Deal) -> X:
    return sum(each.counted for each in deal.values())


def _share(deal: Deal) -> X:
    return _total(deal) // len(deal)


def _once(deal: Deal) -> int:
    return 1


@dataclass(frozen=True)
class Settling:
    """X is what a line counts, so many `times`, and its payments, less what all lines are set `against`.

    `said` tells what that is, with places for the number and for the times; blank where it is nothing.
    """

    against: Callable[[Deal], X] = _nothing
    said: str = ""
    times: Callable[[Deal], int] = _once

    def x(self, deal: Deal) -> dict[str, X]:
        """X of each line."""
        against, times = self.against(deal), self.times(deal)
        return {line: times * each.counted + each.paid - against for line, each in deal.items()}

    def explained(self, line: str, deal: Deal) -> Explanation:
        """How X of one line came about."""
        made, against, times = deal[line], self.against(deal), self.times(deal)
        numbers: dict[str, X] = {"cards": made.cards, "beside": made.beside, "paid": made.paid}
        said = [Words(_CARDS, {"line": line_in_words(line, deal), "cards": shortest(made.cards)})]
        if made.beside:
            said.append(Words(_BESIDE, {"beside": shortest(made.beside)}))
        if made.paid:
            said.append(Words(_RECEIVED if made.paid > 0 else _PAID, {"paid": abs(made.paid)}))
        template = "%(cards)s + %(beside)s + %(paid)s"
        if self.said:
            said.append(Words(self.said, {"against": shortest(against), "times": times}))
            numbers |= {"against": against, "times": times}
            template = "%(times)s × (%(cards)s + %(beside)s) + %(paid)s − %(against)s"
        return explained(reduce(spaced, said), template, numbers)


OWN = Settling()
"""What the line counts itself, and its payments."""

ABOVE_LOWEST = Settling(_lowest, _("The lowest of the deal has %(against)s, which is taken from everybody."))
"""What the line has above the deal's lowest, payments included."""

LINE_DIFFERENCES = Settling(
    _total,
    _("It counts %(times)s times, less %(against)s that all lines count together."),
    len,
)
"""The line's differences from every line added up, 3 x own − total where three play, and its payments."""

ABOVE_HALF = Settling(_share, _("An equal share of all that counts, %(against)s, is taken from it."))
"""What the line counts above an equal share, and its payments."""
