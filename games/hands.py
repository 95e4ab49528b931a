"""Hands during the play: what each seat still holds, and what no rules allow anybody to play.

Cards never appear in a `repr`, so that no log or error can give away an unplayed hand.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.problems import Problem
from games.text import gettext_noop as _

_MESSAGES = {
    "already_played": _("%(card)s has already been played."),
    "not_held": _("%(card)s is not in this hand."),
}


@dataclass(frozen=True)
class Hands:
    """The cards in hand by seat, those played so far in order, and how often each was dealt."""

    held: Mapping[str, Pack] = field(repr=False)
    dealt: Mapping[Card, int] = field(repr=False)
    played: Pack = field(default=(), repr=False)

    def without(self, seat: str, card: Card) -> "Hands":
        """After `seat` played `card`; a card of another hand is taken from nobody."""
        hand = list(self.held[seat])
        if card in hand:
            hand.remove(card)
        return replace(self, held={**self.held, seat: tuple(hand)}, played=(*self.played, card))

    def violation(self, seat: str, card: Card) -> Problem | None:
        """Why `seat` cannot play `card` under any rules: it has been played, or he does not hold
        it."""
        if self.played.count(card) >= max(1, self.dealt.get(card, 0)):
            return _problem("already_played", card)
        return None if card in self.held[seat] else _problem("not_held", card)

    @property
    def is_fully_played(self) -> bool:
        """Whether every card dealt was played, as often as it was dealt, and no other."""
        return Counter(self.played) == Counter(self.dealt)


def initial_hands(held: Mapping[str, Pack]) -> Hands:
    """The hands before the first card."""
    return Hands(held, Counter(card for hand in held.values() for card in hand))


def _problem(code: str, card: Card) -> Problem:
    return Problem(code, _MESSAGES[code], {"card": str(card)})
