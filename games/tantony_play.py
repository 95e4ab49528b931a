"""Tantony: the play. What a trick is worth, who may be given it, which hands the next leg begins with.

Source: David Parlett's rules of 1977, http://www.parlettgames.uk/oricards/tantony.html, in the Japanese
translation of 5 February 2022; docs/games/tantony.md tells them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.hands import Hands, hands_of
from games.problems import Problem
from games.tantony_rules import Rules, field_name
from games.text import gettext_noop as _
from games.tricks import ACE_HIGH, Trick, following, led_by

_SENTENCES = {
    "must_follow_suit": _("%(action)s does not follow suit, and the hand can."),
    "nothing_to_give": _("“%(action)s” comes at the wrong time: a card is to be played."),
    "trick_not_given": _("%(action)s comes too early: the trick is to be given to somebody first."),
    "has_all_tricks": _("“%(action)s” gives a trick to a seat that has all it may be given in this leg."),
}


@dataclass(frozen=True)
class Legs:
    """A moment of a board: in the leg being played, and what each finished leg came to.

    `opener` led the first trick of the leg, `tricks` are those each seat has been given in it, `totals` the
    runts of each seat in every finished leg, None for a leg whose cards did not add up. A trick that is
    complete is still to be given. Cards never appear in the `repr`.
    """

    rules: Rules
    opener: str
    current: Trick
    hands: Hands
    tricks: Mapping[str, tuple[Pack, ...]] = field(repr=False)
    totals: tuple[Mapping[str, int] | None, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether every leg has been played."""
        return len(self.totals) == self.rules.legs

    @property
    def turn(self) -> str | None:
        """The seat to play a card, or the winner of the trick that is to be given."""
        return None if self.is_over else self.current.turn or self.current.winner(ACE_HIGH)

    @property
    def trick(self) -> int | None:
        """The trick being played, counted from 1 through all the legs; None while one is given."""
        before = len(self.totals) * self.rules.tricks + sum(map(len, self.tricks.values()))
        return None if self.is_over or self.current.is_complete else before + 1

    @property
    def card(self) -> int | None:
        """The place in the trick of the card to come; None while a trick is given."""
        return None if self.is_over or self.current.is_complete else len(self.current.cards) + 1

    def legal_actions(self) -> tuple[str, ...]:
        """Cards in pack order; or to whom the trick may be given, its winner first, then in order of play."""
        if self.turn is None:
            return ()
        if self.current.is_complete:
            return tuple(f"give:{seat}" for seat in self._receivers())
        legal = set(following(self.hands.held[self.turn], self.current.cards))
        return tuple(text for text, card in self.rules.cards.items() if card in legal)

    def understands(self, action: str) -> bool:
        """Whether `action` is a card of the pack or gives a trick to a seat of the table."""
        return action in self.rules.cards or action in self.rules.gifts

    def objection(self, action: str) -> Problem | None:
        """Why `action` is against the rules here."""
        if self.turn is None or action in self.rules.gifts or self.current.is_complete:
            return self._misgiven(action)
        card = self.rules.cards[action]
        unplayable = self.hands.objection(self.turn, card)
        follows = card in following(self.hands.held[self.turn], self.current.cards)
        return unplayable or (None if follows else _problem("must_follow_suit", action))

    def after(self, action: str) -> "Legs":
        """The next moment. Giving while a card is due changes nothing.

        Whatever does not give a trick as it may be given counts as the first gift that does: the winner keeps
        it or, if he has all his tricks, it goes to the next in order of play who has not.
        """
        if self.turn is None:
            return self
        if self.current.is_complete:
            legal = self.legal_actions()
            return self._given(self.rules.gifts[action if action in legal else legal[0]])
        return self._played(self.turn, self.rules.cards[action]) if action in self.rules.cards else self

    def outcome(self) -> Outcome | None:
        """The runts of every line, leg by leg, once all are played and the cards of each leg added up."""
        totals = [made for made in self.totals if made is not None]
        if len(totals) < self.rules.legs:
            return None
        return {
            field_name(leg, line): sum(made[seat] for seat in seats)
            for leg, made in enumerate(totals, 1)
            for line, seats in self.rules.lines.items()
        }

    def _receivers(self) -> tuple[str, ...]:
        winner = self.current.winner(ACE_HIGH)
        around = led_by(winner, self.current.seats).seats
        return tuple(seat for seat in around if len(self.tricks[seat]) < self.rules.given)

    def _misgiven(self, action: str) -> Problem | None:
        """Why a trick cannot be given by `action`, or not now; nothing is said after the end."""
        if self.turn is None or action in self.legal_actions():
            return None
        if not self.current.is_complete:
            return _problem("nothing_to_give", action)
        return _problem("has_all_tricks" if action in self.rules.gifts else "trick_not_given", action)

    def _played(self, seat: str, card: Card) -> "Legs":
        current = self.current.after(card)
        moved = replace(self, current=current, hands=self.hands.without(seat, card))
        return moved._exchanged() if current.is_complete and not moved._receivers() else moved

    def _given(self, receiver: str) -> "Legs":
        tricks = {**self.tricks, receiver: (*self.tricks[receiver], self.current.cards)}
        moved = replace(self, tricks=tricks)
        if moved._receivers() or self.rules.has_exchange:
            return replace(moved, current=led_by(receiver, self.current.seats))
        return moved._next_leg(self.current.winner(ACE_HIGH), {})

    def _exchanged(self) -> "Legs":
        """After the last trick: the highest and the lowest card of the suit led change hands."""
        leftover = dict(zip(self.current.seats, self.current.cards, strict=True))
        winner, low = self.current.winner(ACE_HIGH), self.current.seats[_lowest(self.current.cards)]
        leftover[winner], leftover[low] = leftover[low], leftover[winner]
        opener = led_by(self.opener, self.current.seats).seats[1]
        return self._next_leg(opener, leftover, tantony=winner)

    def _next_leg(self, opener: str, leftover: Mapping[str, Card], tantony: str | None = None) -> "Legs":
        """The leg is counted; each takes his tricks in hand, with his `leftover` card where there is one.

        `tantony` is the seat that won the last runt of all, its leftover card.
        """
        made = {seat: sum(map(self._worth, tricks)) for seat, tricks in self.tricks.items()}
        if tantony:
            made[tantony] += self.rules.values[leftover[tantony].rank]
        hands = {seat: sum(tricks, ()) for seat, tricks in self.tricks.items()}
        hands |= {seat: (*hands[seat], card) for seat, card in leftover.items()}
        seats = self.current.seats
        return replace(
            first_lead(self.rules, opener, seats, hands),
            totals=(*self.totals, made if self.hands.add_up else None),
        )

    def _worth(self, cards: Pack) -> int:
        return self.rules.values[cards[_lowest(cards)].rank]


def first_lead(rules: Rules, opener: str, seats: tuple[str, ...], hands: Mapping[str, Pack]) -> Legs:
    """The first leg before `opener` leads."""
    return Legs(rules, opener, led_by(opener, seats), hands_of(hands), dict.fromkeys(seats, ()))


def _lowest(cards: Pack) -> int:
    """The place in a complete trick of its runt, the lowest card of the suit led."""
    led = [place for place, card in enumerate(cards) if card.suit == cards[0].suit]
    return min(led, key=lambda place: ACE_HIGH[cards[place].rank])


def _problem(code: str, action: str) -> Problem:
    return Problem(code, _SENTENCES[code], {"action": action})
