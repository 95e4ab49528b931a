"""The card play of Botifarra: legal cards, the winner of a trick, and its points.

Sources: the rules at https://www.pagat.com/manille/botifarc.html and, for the western edition,
sections 11 and 12 of the Butinet manual. The eastern edition is a reconstruction;
docs/games/botifarra.md names its sources.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.botifarra.contract import ALL_ACTIONS, CARD_BY_TEXT, Contract
from games.cards import Card, Pack
from games.fields import Outcome
from games.position_view import ActionDescription
from games.problems import Problem
from games.seats import PAIR_LINES
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import TrickPlay, points_text
from games.tricks import Strength, Trick, beats, cards_following_suit, new_trick, winning_index

_RANKS_LOW_TO_HIGH = ("2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "1", "9")

# The nine (manilla) is the highest card of its suit, then the ace. The order is the same in trumps
# and plain suits.
STRENGTH: Strength = {rank: strength for strength, rank in enumerate(_RANKS_LOW_TO_HIGH)}

# Points of each card for the side that takes it; other cards have none. Each trick counts one point
# more, which makes 72 in a deal.
CARD_POINTS = {"9": 5, "1": 4, "12": 3, "11": 2, "10": 1}

_MESSAGES = {
    "must_follow_suit": _("%(card)s does not follow suit, and the hand can."),
    "must_beat": _("%(card)s does not beat the opponents, and another card of the hand does."),
    "point_card_or_lowest": _(
        "%(card)s is neither a point card nor the lowest: the partner is winning."
    ),
    "must_play_lowest": _("%(card)s cannot win, and it is not the lowest."),
}


@dataclass(frozen=True)
class CardPlayPosition(TrickPlay):
    """A position in the play of the cards, with the contract and the points of N-S so far."""

    options: Mapping[str, str]
    contract: Contract
    ns_points: int = 0

    @property
    def playable(self) -> Pack:
        """The cards of the hand that may be played."""
        return legal_cards(self.hand, self.current_trick, self.contract.trump_suit, self.options)

    def is_action(self, action: str) -> bool:
        """Return whether `action` is a card or a call of the game, possible now or not."""
        return action in ALL_ACTIONS

    def violation(self, action: str) -> Problem | None:
        """Return the rule that `action` breaks, or None.

        If it breaks several, this is the first in the order of `_violated_rule_code`.
        """
        if action in CARD_BY_TEXT:
            return super().violation(action)
        template = _("“%(call)s” cannot be said any more: play has begun.")
        return Problem("illegal_call", template, {"call": action})

    def rule_violation(self, card: Card) -> Problem:
        """Return the problem that names the rule broken by an illegal card of the hand."""
        code = _violated_rule_code(card, self.hand, self.current_trick, self.contract.trump_suit)
        return Problem(code, _MESSAGES[code], {"card": str(card)})

    def outcome(self) -> Outcome | None:
        """Return the outcome to record, once all 48 cards have been played exactly once."""
        if not self.hands.is_fully_played:
            return None
        return {
            "trump": self.contract.trump,
            "delegated": self.contract.is_delegated,
            "contro": self.contract.last_double,
            "ns_points": self.ns_points,
            "renunci": None,
        }

    @property
    def points_so_far(self) -> Mapping[str, Text]:
        """The points of both sides in complete tricks: their cards, and one for each trick."""
        full_trick_count = len(self.hands.played) // len(self.current_trick.seats)
        cards_of_full_tricks = self.hands.played[: full_trick_count * len(self.current_trick.seats)]
        ew_points = full_trick_count + card_points(cards_of_full_tricks) - self.ns_points
        points_by_line = {"ns": self.ns_points, "ew": ew_points}
        return {line: points_text(points) for line, points in points_by_line.items()}

    @property
    def calls_in_force(self) -> tuple[ActionDescription, ...]:
        """The trump with its caller, and the last double."""
        return self.contract.calls_in_force(self.current_trick.seats)

    @property
    def taker(self) -> str:
        """The player of the highest trump, or else of the highest card of the suit led."""
        return self.current_trick.winner(STRENGTH, self.contract.trump_suit)

    def after_trick(self) -> "CardPlayPosition":
        """Give the trick to its winner, who leads the next one."""
        winner = self.taker
        gain = trick_points(self.current_trick.cards) if winner in PAIR_LINES["ns"] else 0
        return replace(
            self,
            current_trick=new_trick(winner, self.current_trick.seats),
            ns_points=self.ns_points + gain,
        )


def trick_points(cards: Pack) -> int:
    """Return the points of a trick: those of its cards, and one for the trick."""
    return 1 + card_points(cards)


def card_points(cards: Pack) -> int:
    """Return the points of cards, without those of tricks."""
    return sum(CARD_POINTS.get(card.rank, 0) for card in cards)


def legal_cards(hand: Pack, trick: Trick, trump: str | None, options: Mapping[str, str]) -> Pack:
    """Return the cards of `hand` that may be played to `trick`.

    The option `edition` decides between the eastern and the western rules. In the eastern edition,
    the option `second_player_points` allows the second player any point card of the suit led.
    """
    if not trick.cards:
        return hand
    candidates = cards_following_suit(hand, trick.cards)
    legal = (
        _legal_in_eastern_rules(candidates, trick, trump)
        if options["edition"] == "eastern"
        else _legal_in_western_rules(candidates, trick, trump)
    )
    if (
        options["edition"] == "eastern"
        and options["second_player_points"] == "yes"
        and len(trick.cards) == 1
    ):
        legal += tuple(
            card for card in _point_cards(candidates) if card.suit == trick.cards[0].suit
        )
    return legal


def _legal_in_western_rules(candidates: Pack, trick: Trick, trump: str | None) -> Pack:
    """Return all `candidates` if the partner is winning, otherwise those that win.

    If none of them would beat the opponents' best card, all may be played.
    """
    return (
        candidates
        if _is_partner_winning(trick, trump)
        else _winning_cards(candidates, trick, trump) or candidates
    )


def _legal_in_eastern_rules(candidates: Pack, trick: Trick, trump: str | None) -> Pack:
    """Return the point cards and the lowest of each suit if the partner is winning.

    Otherwise return the cards that beat the opponents, or the lowest of each suit if none does.
    """
    if _is_partner_winning(trick, trump):
        return _point_cards(candidates) + _lowest_of_each_suit(candidates)
    return _winning_cards(candidates, trick, trump) or _lowest_of_each_suit(candidates)


def _is_partner_winning(trick: Trick, trump: str | None) -> bool:
    """Return whether the partner of the next player has played the best card so far."""
    player_index = len(trick.cards)
    return player_index >= 2 and trick.winner(STRENGTH, trump) == trick.seats[player_index - 2]


def _winning_cards(candidates: Pack, trick: Trick, trump: str | None) -> Pack:
    winning_card = trick.cards[winning_index(trick.cards, STRENGTH, trump)]
    return tuple(card for card in candidates if beats(card, winning_card, STRENGTH, trump))


def _point_cards(cards: Pack) -> Pack:
    return tuple(card for card in cards if card.rank in CARD_POINTS)


def _lowest_of_each_suit(cards: Pack) -> Pack:
    """Sort the cards from the strongest down, and keep the last one of each suit."""
    lowest_by_suit = {
        card.suit: card
        for card in sorted(cards, key=lambda card: STRENGTH[card.rank], reverse=True)
    }
    return tuple(lowest_by_suit.values())


def _violated_rule_code(card: Card, hand: Pack, trick: Trick, trump: str | None) -> str:
    """Return the code of the first rule that an illegal card breaks.

    They are checked in this order: follow suit; under a winning card of the partner play a point
    card or the lowest; beat the trick if possible; otherwise play the lowest.
    """
    candidates = cards_following_suit(hand, trick.cards)
    if card not in candidates:
        return "must_follow_suit"
    if _is_partner_winning(trick, trump):
        return "point_card_or_lowest"
    return "must_beat" if _winning_cards(candidates, trick, trump) else "must_play_lowest"
