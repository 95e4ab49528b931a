"""Cards in hand during play, and the checks that apply under any rules.

Cards are left out of every `repr`, so that logs and errors cannot reveal an unplayed hand.
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
    """The cards of each seat, the cards played so far in order, and how often each was dealt.

    `by_seat` are the cards still in hand.
    """

    by_seat: Mapping[str, Pack] = field(repr=False)
    dealt_counts: Mapping[Card, int] = field(repr=False)
    played: Pack = field(default=(), repr=False)

    def after_playing(self, seat: str, card: Card) -> "Hands":
        """Return the hands after `seat` played `card`.

        A card that the seat does not hold counts as played, but no hand loses it.
        """
        hand = list(self.by_seat[seat])
        if card in hand:
            hand.remove(card)
        return replace(
            self, by_seat={**self.by_seat, seat: tuple(hand)}, played=(*self.played, card)
        )

    def violation(self, seat: str, card: Card) -> Problem | None:
        """Return why the seat cannot play the card under any rules, or None if it can.

        There are two reasons: all copies of the card have already been played, or the card is not
        in the hand. A card that was never dealt is reported as not in the hand.
        """
        if self.played.count(card) >= max(1, self.dealt_counts.get(card, 0)):
            return _problem("already_played", card)
        return None if card in self.by_seat[seat] else _problem("not_held", card)

    @property
    def is_fully_played(self) -> bool:
        """Whether every dealt card has been played once, and no other card."""
        return Counter(self.played) == Counter(self.dealt_counts)


def initial_hands(hands: Mapping[str, Pack]) -> Hands:
    """Return the hands before the first card is played."""
    return Hands(hands, Counter(card for hand in hands.values() for card in hand))


def _problem(code: str, card: Card) -> Problem:
    return Problem(code, _MESSAGES[code], {"card": str(card)})
