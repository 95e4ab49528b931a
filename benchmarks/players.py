"""People who play Botifarra in a simulation: they know the usual maxims, and each forgets them now
and then.

Nobody sees another hand. What is legal comes from the game's own rules; only the judgement is made
up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.botifarra.contract import TRUMPS
from games.botifarra.play import CARD_POINTS, STRENGTH, legal_cards, trick_points
from games.cards import SPANISH_SUITS, Card, Pack
from games.deals import DealtBoard
from games.fields import Outcome
from games.seats import PAIR_LINES
from games.tricks import Trick, new_trick

OPTIONS = {"edition": "eastern", "second_player_points": "no"}
_TOP = max(STRENGTH.values())


@dataclass(frozen=True)
class Player:
    """`slips` is how often he plays any legal card, `whim` the spread of his judgement of a hand,
    in trumps; `bold` is how many trumps he wants before he calls himself, `high` what high cards
    weigh beside length."""

    slips: float
    whim: float
    bold: float
    high: float


@dataclass(frozen=True)
class Club:
    """Who comes: the ranges between which its players lie; see `Player`."""

    name: str
    slips: tuple[float, float]
    whims: tuple[float, float]
    bold: tuple[float, float]
    high: tuple[float, float]

    def player(self, random: Random) -> Player:
        """Anybody of the club."""
        spans = (self.slips, self.whims, self.bold, self.high)
        return Player(*(random.uniform(*span) for span in spans))


CLUB = Club("club", (0.03, 0.35), (0.3, 1.2), (5.2, 6.8), (1.0, 1.0))
"""From the careful to the careless; the forecast was fitted to them."""

STRANGERS = Club("strangers", (0.1, 0.7), (0.5, 2.0), (4.5, 7.5), (0.0, 2.0))
"""Wilder than any club should be, with other tastes in calling; nothing was fitted to them."""


def play(board: DealtBoard, players: Mapping[str, Player], random: Random) -> Outcome:
    """One table's evening with a board: the call, then twelve tricks."""
    seats = ("N", "W", "S", "E")
    hands = {seat: list(board.known_deal.hands[seat]) for seat in seats}
    trump, delegated = _called(board.dealer, seats, hands, players, random)
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


def _called(dealer, seats, hands, players, random) -> tuple[str, bool]:
    """The dealer calls what he likes, if he likes it enough; else his partner must."""
    trump, worth = _liked(hands[dealer], players[dealer], random)
    if worth >= players[dealer].bold:
        return trump, False
    partner = seats[(seats.index(dealer) + 2) % 4]
    return _liked(hands[partner], players[partner], random)[0], True


def _liked(hand, player: Player, random: Random) -> tuple[str, float]:
    """The call he likes best, and how much: a trump is worth one, its high cards more."""
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
    """The hands, and the cards everybody has seen."""

    hands: dict
    trump: str | None
    callers: tuple[str, ...]

    def __post_init__(self) -> None:
        self.out = {card for hand in self.hands.values() for card in hand}

    def card(self, trick: Trick, player: Player, random: Random) -> Card:
        """The card the next player plays; it leaves his hand."""
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
        """Whether nobody else can hold a higher one of its suit."""
        strength = STRENGTH[card.rank]
        return not any(
            c.suit == card.suit and STRENGTH[c.rank] > strength and c not in hand for c in self.out
        )

    def _lead(self, seat: str, hand: Pack) -> Card:
        """Callers draw trumps while they hold most of them; masters next; else low from a long
        suit."""
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
        """Win as cheaply as is safe; load a partner who will win; else throw what is worth
        least."""
        last = len(trick.cards) == 3
        best = trick.winner(STRENGTH, self.trump)
        partners = len(trick.cards) >= 2 and best == trick.seats[len(trick.cards) - 2]
        if partners:
            top = trick.cards[trick.seats.index(best)]
            safe = last or top.suit == self.trump or self._is_master(top, hand)
            return self._thrown(legal, hand, give=safe)
        winners = [c for c in legal if trick.after(c).winner(STRENGTH, self.trump) == trick.turn]
        if not winners:
            return self._thrown(legal, hand, give=False)
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

    def _thrown(self, legal: Pack, hand: Pack, give: bool) -> Card:
        """To a partner the most points that win nothing by themselves; else the fewest points."""
        sign = -1 if give else 1

        def cost(card: Card) -> tuple[float, int, int]:
            points = sign * CARD_POINTS.get(card.rank, 0)
            keep = 6 * self._is_master(card, hand) + 3 * (card.suit == self.trump)
            return (points + keep, self._length(card, hand), STRENGTH[card.rank])

        return min(legal, key=cost)
