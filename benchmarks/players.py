"""Simulated players of Botifarra, who follow the usual maxims and sometimes forget them.

No player sees another hand. The game's own rules decide what is legal; only the judgement of the
players is invented.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.botifarra.contract import TRUMPS
from games.botifarra.play import CARD_POINTS, STRENGTH, legal_cards, trick_points
from games.cards import SPANISH_SUITS, Card, Pack
from games.deals import BoardSetup
from games.fields import Outcome
from games.seats import PAIR_LINES
from games.tricks import Trick, new_trick

OPTIONS = {"edition": "eastern", "second_player_points": "no"}
_TOP = max(STRENGTH.values())


@dataclass(frozen=True)
class Player:
    """A player's habits.

    `slips` is how often they play a random legal card, `whim` the deviation of their judgement of
    a hand, in trumps. `bold` is how many trumps they want to call themselves, `high` the weight of
    high cards beside length.
    """

    slips: float
    whim: float
    bold: float
    high: float


@dataclass(frozen=True)
class Club:
    """The ranges from which the habits of its players are drawn; see `Player`."""

    name: str
    slips: tuple[float, float]
    whims: tuple[float, float]
    bold: tuple[float, float]
    high: tuple[float, float]

    def player(self, random: Random) -> Player:
        """Return a random player of the club."""
        spans = (self.slips, self.whims, self.bold, self.high)
        return Player(*(random.uniform(*span) for span in spans))


# From careful to careless players; the forecast was fitted to them.
CLUB = Club("club", (0.03, 0.35), (0.3, 1.2), (5.2, 6.8), (1.0, 1.0))

# More erratic than any club should be; nothing was fitted to them.
STRANGERS = Club("strangers", (0.1, 0.7), (0.5, 2.0), (4.5, 7.5), (0.0, 2.0))


def play(board: BoardSetup, players: Mapping[str, Player], random: Random) -> Outcome:
    """Return the outcome of a board at one table: the call, then twelve tricks."""
    seats = ("N", "W", "S", "E")
    hands = {seat: list(board.known_deal.hands[seat]) for seat in seats}
    trump, delegated = _choose_call(board.dealer, seats, hands, players, random)
    suit = next((letter for letter, name in SPANISH_SUITS.items() if name == trump), None)
    table = _Table(
        hands, suit, PAIR_LINES["ns"] if board.dealer in PAIR_LINES["ns"] else PAIR_LINES["ew"]
    )
    leader, points = seats[(seats.index(board.dealer) + 1) % 4], 0
    for _trick in range(12):
        trick = new_trick(leader, seats)
        while trick.turn:
            trick = trick.after(table.card(trick, players[trick.turn], random))
        leader = trick.winner(STRENGTH, suit)
        points += trick_points(trick.cards) if leader in PAIR_LINES["ns"] else 0
    return {
        "trump": trump,
        "delegated": delegated,
        "contro": "none",
        "ns_points": points,
        "renunci": None,
    }


def _choose_call(dealer, seats, hands, players, random) -> tuple[str, bool]:
    """Return the trump and whether it is delegated.

    The dealer calls if their best suit is worth enough; otherwise the partner must.
    """
    trump, worth = _best_call(hands[dealer], players[dealer], random)
    if worth >= players[dealer].bold:
        return trump, False
    partner = seats[(seats.index(dealer) + 2) % 4]
    return _best_call(hands[partner], players[partner], random)[0], True


def _best_call(hand, player: Player, random: Random) -> tuple[str, float]:
    """Return the call with the highest worth, in trumps, and its worth."""
    worth = {}
    for letter, name in SPANISH_SUITS.items():
        ranks = [card.rank for card in hand if card.suit == letter]
        high = sum({"9": 1.0, "1": 0.8, "12": 0.5, "11": 0.2}.get(rank, 0) for rank in ranks)
        aside = sum(card.rank in ("9", "1") for card in hand if card.suit != letter)
        worth[name] = len(ranks) + player.high * high + 0.25 * aside + random.gauss(0, player.whim)
    stopped = sum(any(c.rank in ("9", "1") and c.suit == s for c in hand) for s in SPANISH_SUITS)
    tops = sum({"9": 1.0, "1": 0.7, "12": 0.35}.get(card.rank, 0) for card in hand)
    worth["botifarra"] = 1.25 * tops + 0.4 * stopped + random.gauss(0, player.whim)
    best = max(TRUMPS, key=worth.__getitem__)
    return best, worth[best]


@dataclass
class _Table:
    """The hands, and the cards not played yet (`out`)."""

    hands: dict
    trump: str | None
    callers: tuple[str, ...]

    def __post_init__(self) -> None:
        self.out = {card for hand in self.hands.values() for card in hand}

    def card(self, trick: Trick, player: Player, random: Random) -> Card:
        """Choose the card of the next player, and remove it from the hand."""
        seat = trick.turn
        hand = tuple(self.hands[seat])
        legal = legal_cards(hand, trick, self.trump, OPTIONS)
        if len(legal) == 1:
            chosen = legal[0]
        elif random.random() < player.slips:
            chosen = random.choice(legal)
        else:
            chosen = self._follow(trick, hand, legal) if trick.cards else self._lead(seat, hand)
        self.hands[seat].remove(chosen)
        self.out.discard(chosen)
        return chosen

    def _is_master(self, card: Card, hand: Pack) -> bool:
        """Return whether no other hand can hold a higher card of the suit."""
        strength = STRENGTH[card.rank]
        return not any(
            c.suit == card.suit and STRENGTH[c.rank] > strength and c not in hand for c in self.out
        )

    def _lead(self, seat: str, hand: Pack) -> Card:
        """Choose a lead.

        Callers draw trumps while they hold most of them; then masters; otherwise low from a long
        suit.
        """
        trumps = [card for card in hand if card.suit == self.trump]
        others = sum(card.suit == self.trump for card in self.out) - len(trumps)
        if trumps and others and seat in self.callers and len(trumps) >= 3:
            top = max(trumps, key=lambda c: STRENGTH[c.rank])
            return (
                top if self._is_master(top, hand) else min(trumps, key=lambda c: STRENGTH[c.rank])
            )
        masters = [c for c in hand if c.suit != self.trump and self._is_master(c, hand)]
        if masters:
            return max(masters, key=lambda c: (CARD_POINTS.get(c.rank, 0), -self._length(c, hand)))
        plain = [c for c in hand if c.suit != self.trump] or list(hand)
        return min(
            plain,
            key=lambda c: (
                CARD_POINTS.get(c.rank, 0),
                self._length(c, hand) % 12,
                STRENGTH[c.rank],
            ),
        )

    def _length(self, card: Card, hand: Pack) -> int:
        return sum(c.suit == card.suit for c in hand)

    def _follow(self, trick: Trick, hand: Pack, legal: Pack) -> Card:
        """Choose a card in second to fourth place.

        Win as cheaply as is safe; give points to a partner who will win; otherwise discard the
        least.
        """
        last = len(trick.cards) == 3
        best = trick.winner(STRENGTH, self.trump)
        partners = len(trick.cards) >= 2 and best == trick.seats[len(trick.cards) - 2]
        if partners:
            top = trick.cards[trick.seats.index(best)]
            safe = last or top.suit == self.trump or self._is_master(top, hand)
            return self._choose_discard(legal, hand, give=safe)
        winners = [c for c in legal if trick.after(c).winner(STRENGTH, self.trump) == trick.turn]
        if not winners:
            return self._choose_discard(legal, hand, give=False)
        if last:
            return max(
                winners,
                key=lambda c: (
                    CARD_POINTS.get(c.rank, 0) - 5 * self._is_master(c, hand),
                    -STRENGTH[c.rank],
                ),
            )
        masters = [c for c in winners if self._is_master(c, hand)]
        return (
            max(masters, key=lambda c: STRENGTH[c.rank])
            if masters
            else min(winners, key=lambda c: STRENGTH[c.rank])
        )

    def _choose_discard(self, legal: Pack, hand: Pack, give: bool) -> Card:
        """Return the card to discard: to a winning partner the most points, else the fewest."""
        sign = -1 if give else 1

        def cost(card: Card) -> tuple[float, int, int]:
            points = sign * CARD_POINTS.get(card.rank, 0)
            keep = 6 * self._is_master(card, hand) + 3 * (card.suit == self.trump)
            return (points + keep, self._length(card, hand), STRENGTH[card.rank])

        return min(legal, key=cost)
