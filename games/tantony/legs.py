"""Tantony: the legs of a board. Who was given which tricks, what they are worth, the hands they
make.

Source: David Parlett's rules of 1977, http://www.parlettgames.uk/oricards/tantony.html, in the
Japanese translation of 5 February 2022; docs/games/tantony.md tells them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.tantony.rules import TantonyRules, field_name
from games.text import Words
from games.text import gettext_noop as _
from games.tricks import ACE_HIGH

RuntTotals = Mapping[str, int]
"""What the runts of each seat make in a leg."""


@dataclass(frozen=True)
class CardExchange:
    """What changed hands in the last trick of a leg: the card of `winner` and the runt, played
    by `low`."""

    winner: str
    low: str
    highest: Card = field(repr=False)
    lowest: Card = field(repr=False)


@dataclass(frozen=True)
class LegProgress:
    """Between two tricks: in the leg being played, and what each finished one came to.

    `opener` led its first trick, `tricks` are those each seat has been given in it; `totals` has an
    entry for every finished leg, None where the cards did not add up. `exchange` is of the leg
    before this one.
    """

    rules: TantonyRules
    opener: str
    tricks: Mapping[str, tuple[Pack, ...]] = field(repr=False)
    totals: tuple[RuntTotals | None, ...] = ()
    exchange: CardExchange | None = None

    @property
    def are_over(self) -> bool:
        """Whether every leg has been played."""
        return len(self.totals) == self.rules.leg_count

    @property
    def open_receivers(self) -> tuple[str, ...]:
        """The seats that may be given one more trick in this leg."""
        return tuple(
            seat for seat, tricks in self.tricks.items() if len(tricks) < self.rules.tricks_per_seat
        )

    def with_gift(self, seat: str, cards: Pack) -> "LegProgress":
        """After a trick was given to `seat`; `cards` are as they were played."""
        return replace(self, tricks={**self.tricks, seat: (*self.tricks[seat], cards)})

    def runt_totals(self) -> dict[str, int]:
        """The runts of the tricks given in this leg, by seat."""
        return {
            seat: sum(self.worth(runt(cards)) for cards in tricks)
            for seat, tricks in self.tricks.items()
        }

    @property
    def so_far(self) -> dict[str, Words]:
        """The tricks of this leg and the runts of all, seat by seat."""
        leg_totals = [*(totals for totals in self.totals if totals is not None), self.runt_totals()]
        return {
            seat: Words(
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
        """Before each seat a place for every trick of the leg, with the runt of those it was
        given."""
        empty = ((),) * self.rules.tricks_per_seat
        return {
            seat: (*((runt(cards),) for cards in tricks), *empty[len(tricks) :])
            for seat, tricks in self.tricks.items()
        }

    def worth(self, card: Card) -> int:
        """What a card makes as a runt."""
        return self.rules.values[card.rank]

    def hands(self) -> dict[str, Pack]:
        """The cards of everybody's tricks."""
        return {seat: sum(tricks, ()) for seat, tricks in self.tricks.items()}

    def start_next_leg(
        self, totals: RuntTotals | None, opener: str, exchange: CardExchange | None = None
    ) -> "LegProgress":
        """Before the next leg, which `opener` leads; `totals` and what was exchanged are of this
        one."""
        return LegProgress(
            self.rules, opener, dict.fromkeys(self.tricks, ()), (*self.totals, totals), exchange
        )

    def outcome(self) -> Outcome | None:
        """The runts of every line, leg by leg, once all are played and the cards of each leg
        added up."""
        all_totals = [leg_totals for leg_totals in self.totals if leg_totals is not None]
        if len(all_totals) < self.rules.leg_count:
            return None
        return {
            field_name(leg, line): sum(leg_totals[seat] for seat in seats)
            for leg, leg_totals in enumerate(all_totals, 1)
            for line, seats in self.rules.lines.items()
        }


def runt_index(cards: Pack) -> int:
    """The place in a trick, from 0, of the lowest card of the suit led."""
    followers = [index for index, card in enumerate(cards) if card.suit == cards[0].suit]
    return min(followers, key=lambda index: ACE_HIGH[cards[index].rank])


def runt(cards: Pack) -> Card:
    """The lowest card of the suit led: all that a trick is worth."""
    return cards[runt_index(cards)]
