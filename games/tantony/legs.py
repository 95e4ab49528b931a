"""The legs of a board of Tantony: tricks given, their runts, and the next hands.

A leg is one of several hands played from one deal: the cards of the tricks that a seat was given
are its hand in the next leg. The runt of a trick is the lowest card of the suit led.

Source: David Parlett's rules of 1977, http://www.parlettgames.uk/oricards/tantony.html, in the
Japanese translation of 5 February 2022; docs/games/tantony.md describes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.tantony.rules import TantonyRules, field_name
from games.text import Text
from games.text import gettext_noop as _
from games.tricks import ACE_HIGH

# The total value of the runts of each seat in a leg.
RuntTotals = Mapping[str, int]


@dataclass(frozen=True)
class CardExchange:
    """The exchange of two cards in the last trick of a leg.

    `winner` played the highest card of the trick, `lowest_seat` the lowest: the runt.
    """

    winner: str
    lowest_seat: str
    highest_card: Card = field(repr=False)
    lowest_card: Card = field(repr=False)


@dataclass(frozen=True)
class LegProgress:
    """The state between two tricks: the current leg, and the totals of the finished ones.

    `opener` led the first trick of the current leg, and `tricks` are the tricks that each seat has
    been given in this leg. `totals` has an entry for each finished leg, which is None if the cards
    played were not those dealt. `exchange` belongs to the previous leg.
    """

    rules: TantonyRules
    opener: str
    tricks: Mapping[str, tuple[Pack, ...]] = field(repr=False)
    totals: tuple[RuntTotals | None, ...] = ()
    exchange: CardExchange | None = None

    @property
    def is_finished(self) -> bool:
        """Whether all legs have been played."""
        return len(self.totals) == self.rules.leg_count

    @property
    def open_receivers(self) -> tuple[str, ...]:
        """The seats that may be given another trick in this leg."""
        return tuple(
            seat for seat, tricks in self.tricks.items() if len(tricks) < self.rules.tricks_per_seat
        )

    def with_gift(self, seat: str, cards: Pack) -> "LegProgress":
        """Return the state after a trick was given to `seat`; `cards` are in order of play."""
        return replace(self, tricks={**self.tricks, seat: (*self.tricks[seat], cards)})

    def runt_totals(self) -> dict[str, int]:
        """Return the value of the runts of the tricks given in this leg, by seat."""
        return {
            seat: sum(self.value_of(runt(cards)) for cards in tricks)
            for seat, tricks in self.tricks.items()
        }

    @property
    def points_so_far(self) -> dict[str, Text]:
        """The tricks of this leg, and the runts of all legs, of each seat."""
        leg_totals = [*(totals for totals in self.totals if totals is not None), self.runt_totals()]
        return {
            seat: Text(
                _("%(tricks)s of %(given)s tricks, runts %(runts)s"),
                {
                    "tricks": len(tricks),
                    "given": self.rules.tricks_per_seat,
                    "runts": sum(totals[seat] for totals in leg_totals),
                },
            )
            for seat, tricks in self.tricks.items()
        }

    @property
    def runts(self) -> dict[str, tuple[Pack, ...]]:
        """A group of cards for each trick that a seat can be given in this leg.

        The group of a given trick has its runt; the group of a later trick is empty.
        """
        empty = ((),) * self.rules.tricks_per_seat
        return {
            seat: (*((runt(cards),) for cards in tricks), *empty[len(tricks) :])
            for seat, tricks in self.tricks.items()
        }

    def value_of(self, card: Card) -> int:
        """Return the value of a card as a runt."""
        return self.rules.values[card.rank]

    def hands(self) -> dict[str, Pack]:
        """Return the cards of each seat's tricks."""
        return {seat: sum(tricks, ()) for seat, tricks in self.tricks.items()}

    def start_next_leg(
        self, totals: RuntTotals | None, opener: str, exchange: CardExchange | None = None
    ) -> "LegProgress":
        """Return the state before the next leg, which `opener` leads.

        `totals` and `exchange` belong to the leg that is over.
        """
        return LegProgress(
            self.rules, opener, dict.fromkeys(self.tricks, ()), (*self.totals, totals), exchange
        )

    def outcome(self) -> Outcome | None:
        """Return the runts of each line and leg.

        Return None until all legs are over, or if the cards of a leg were not those dealt.
        """
        all_totals = [leg_totals for leg_totals in self.totals if leg_totals is not None]
        if len(all_totals) < self.rules.leg_count:
            return None
        return {
            field_name(leg, line): sum(leg_totals[seat] for seat in seats)
            for leg, leg_totals in enumerate(all_totals, 1)
            for line, seats in self.rules.lines.items()
        }


def runt_index(cards: Pack) -> int:
    """Return the index in a trick of the lowest card of the suit led."""
    followers = [index for index, card in enumerate(cards) if card.suit == cards[0].suit]
    return min(followers, key=lambda index: ACE_HIGH[cards[index].rank])


def runt(cards: Pack) -> Card:
    """Return the lowest card of the suit led, which alone determines the value of the trick."""
    return cards[runt_index(cards)]
