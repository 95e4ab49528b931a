"""What has been won: the tricks, each seat's pile, and what became of the Fool.

A Fool played as an excuse lies in its player's pile from the moment its trick is taken. Where it is
exchanged its player owes the taker a card his side has won; where his side takes no trick at all,
it may be forfeited.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.tarot.bonus_counting import TrickTaken
from games.tarot.counting import Taken
from games.tarot.deal_setup import Setting
from games.tarot.pack import FOOL
from games.text import Text
from games.text import gettext_noop as _


@dataclass(frozen=True)
class Excuse:
    """A Fool that `seat` played to a trick `winner` took; `is_owed` until a card has been given
    for it."""

    seat: str
    winner: str
    is_owed: bool


@dataclass(frozen=True)
class Won:
    """The pile of each seat, all tricks so far, and every excuse. Piles hold no discards."""

    piles: Mapping[str, Pack] = field(repr=False)
    tricks: tuple[TrickTaken, ...] = field(default=(), repr=False)
    excuses: tuple[Excuse, ...] = ()

    def has_trick(self, seat: str) -> bool:
        """Whether `seat` has taken a trick."""
        return any(trick.winner == seat for trick in self.tricks)

    @property
    def so_far(self) -> dict[str, Text]:
        """How many tricks each seat has taken."""
        taken = Counter(trick.winner for trick in self.tricks)
        return {seat: Text(_("tricks: %(tricks)s"), {"tricks": taken[seat]}) for seat in self.piles}

    def after_trick(self, trick: TrickTaken, setting: Setting) -> "Won":
        """After `trick`: its cards lie with the winner, an excused Fool with its player."""
        is_dead = setting.rules.tricks - trick.number < setting.rules.fool.dead
        excused = [] if is_dead else [seat for seat, card in trick.played if card == FOOL]
        gained = trick.cards if is_dead else tuple(card for card in trick.cards if card != FOOL)
        piles = {**self.piles, trick.winner: self.piles[trick.winner] + gained}
        piles.update({seat: (*piles[seat], FOOL) for seat in excused})
        excuses = tuple(_excuse(seat, trick.winner, setting) for seat in excused)
        return Won(piles, (*self.tricks, trick), self.excuses + excuses)

    def to_give(self, seat: str, setting: Setting) -> Pack:
        """What the side of `seat` could give for the Fool."""
        side = setting.side(seat)
        return tuple(card for each in side for card in self.piles[each] if card != FOOL)

    def due(self, setting: Setting) -> Excuse | None:
        """The first excuse for which a card is owed and can be given."""
        owed = (each for each in self.excuses if each.is_owed)
        return next((each for each in owed if self.to_give(each.seat, setting)), None)

    def given(self, excuse: Excuse, card: Card, setting: Setting) -> "Won":
        """After `card` of the side's piles has been given for the Fool."""
        giver = next(seat for seat in setting.side(excuse.seat) if card in self.piles[seat])
        place = self.piles[giver].index(card)
        left = self.piles[giver][:place] + self.piles[giver][place + 1 :]
        piles = {**self.piles, giver: left, excuse.winner: (*self.piles[excuse.winner], card)}
        first = self.excuses.index(excuse)
        settled = replace(excuse, is_owed=False)
        return replace(
            self, piles=piles, excuses=(*self.excuses[:first], settled, *self.excuses[first + 1 :])
        )

    def taken(self, setting: Setting, discards: Mapping[str, Pack]) -> dict[str, Taken]:
        """What each line has taken in the end, its discards and Fools forfeited to it included."""
        piles = self._with_forfeits(setting)
        return {
            line: Taken(
                tuple(card for seat in seats for card in piles[seat] + discards[seat]),
                sum(trick.winner in seats for trick in self.tricks),
                any(discards[seat] for seat in seats),
            )
            for line, seats in setting.lines.items()
        }

    def _with_forfeits(self, setting: Setting) -> dict[str, Pack]:
        piles = dict(self.piles)
        for excuse in self.excuses:
            tricks = any(self.has_trick(seat) for seat in setting.side(excuse.seat))
            if setting.rules.fool.forfeited and not tricks:
                piles[excuse.seat] = tuple(card for card in piles[excuse.seat] if card != FOOL)
                piles[excuse.winner] = (*piles[excuse.winner], FOOL)
        return piles


def _excuse(seat: str, winner: str, setting: Setting) -> Excuse:
    """A card is owed to an opponent only, and only where the Fool is exchanged."""
    is_owed = setting.rules.fool.exchanged and winner in setting.opponents[seat]
    return Excuse(seat, winner, is_owed)
