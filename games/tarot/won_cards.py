"""The tricks and cards that each seat has won, and the exchange of the Fool.

A player who plays the Fool as an excuse keeps it on their own pile when the trick is taken. In most
games they owe the winner another card instead, which their side must have won. If their side takes
no trick at all, some games give the Fool to the winner of its trick.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.tarot.bonus_counting import TrickTaken
from games.tarot.counting import TakenCards
from games.tarot.deal_setup import DealSetup
from games.tarot.pack import FOOL
from games.text import Text
from games.text import gettext_noop as _


@dataclass(frozen=True)
class Excuse:
    """A Fool that `seat` played to a trick of `winner`.

    `is_owed` is true until a card has been given for the Fool.
    """

    seat: str
    winner: str
    is_owed: bool


@dataclass(frozen=True)
class WonCards:
    """The cards that each seat has won, without discards, with all tricks and excuses so far."""

    piles: Mapping[str, Pack] = field(repr=False)
    tricks: tuple[TrickTaken, ...] = field(default=(), repr=False)
    excuses: tuple[Excuse, ...] = ()

    def has_taken_trick(self, seat: str) -> bool:
        """Return whether `seat` has taken a trick."""
        return any(trick.winner == seat for trick in self.tricks)

    @property
    def trick_count_texts(self) -> dict[str, Text]:
        """The number of tricks of each seat."""
        trick_counts = Counter(trick.winner for trick in self.tricks)
        return {
            seat: Text(_("tricks: %(tricks)s"), {"tricks": trick_counts[seat]})
            for seat in self.piles
        }

    def with_trick(self, trick: TrickTaken, setup: DealSetup) -> "WonCards":
        """Return the state after a trick.

        Its cards go to the winner, but a Fool played as an excuse goes to its player.
        """
        is_dead = setup.rules.trick_count - trick.number < setup.rules.fool.dead_tricks
        fool_players = (
            [] if is_dead else [seat for seat, card in trick.seats_and_cards if card == FOOL]
        )
        cards_won = trick.cards if is_dead else tuple(card for card in trick.cards if card != FOOL)
        piles = {**self.piles, trick.winner: self.piles[trick.winner] + cards_won}
        piles.update({seat: (*piles[seat], FOOL) for seat in fool_players})
        excuses = tuple(_excuse(seat, trick.winner, setup) for seat in fool_players)
        return WonCards(piles, (*self.tricks, trick), self.excuses + excuses)

    def exchangeable_cards(self, seat: str, setup: DealSetup) -> Pack:
        """Return the cards that the side of `seat` can give for the Fool."""
        side = setup.side_of(seat)
        return tuple(card for partner in side for card in self.piles[partner] if card != FOOL)

    def due_excuse(self, setup: DealSetup) -> Excuse | None:
        """Return the first excuse for which a card is owed and can be given, or None."""
        owed = (excuse for excuse in self.excuses if excuse.is_owed)
        return next(
            (excuse for excuse in owed if self.exchangeable_cards(excuse.seat, setup)), None
        )

    def with_exchange(self, excuse: Excuse, card: Card, setup: DealSetup) -> "WonCards":
        """Return the state after `card`, from the piles of the side, was given for the Fool."""
        giver = next(seat for seat in setup.side_of(excuse.seat) if card in self.piles[seat])
        index = self.piles[giver].index(card)
        remaining = self.piles[giver][:index] + self.piles[giver][index + 1 :]
        piles = {**self.piles, giver: remaining, excuse.winner: (*self.piles[excuse.winner], card)}
        excuse_index = self.excuses.index(excuse)
        repaid = replace(excuse, is_owed=False)
        return replace(
            self,
            piles=piles,
            excuses=(*self.excuses[:excuse_index], repaid, *self.excuses[excuse_index + 1 :]),
        )

    def taken_by_line(
        self, setup: DealSetup, discards: Mapping[str, Pack]
    ) -> dict[str, TakenCards]:
        """Return what each line has taken in the end, with its discards and forfeited Fools."""
        piles = self._with_forfeits(setup)
        return {
            line: TakenCards(
                tuple(card for seat in seats for card in piles[seat] + discards[seat]),
                sum(trick.winner in seats for trick in self.tricks),
                any(discards[seat] for seat in seats),
            )
            for line, seats in setup.lines.items()
        }

    def _with_forfeits(self, setup: DealSetup) -> dict[str, Pack]:
        piles = dict(self.piles)
        for excuse in self.excuses:
            side_has_trick = any(self.has_taken_trick(seat) for seat in setup.side_of(excuse.seat))
            if setup.rules.fool.is_forfeited and not side_has_trick:
                piles[excuse.seat] = tuple(card for card in piles[excuse.seat] if card != FOOL)
                piles[excuse.winner] = (*piles[excuse.winner], FOOL)
        return piles


def _excuse(seat: str, winner: str, setup: DealSetup) -> Excuse:
    """Return the excuse of `seat`, which owes opponents a card if the Fool is exchanged."""
    is_owed = setup.rules.fool.is_exchanged and winner in setup.opponents[seat]
    return Excuse(seat, winner, is_owed)
