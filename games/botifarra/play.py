"""Botifarra: the cards. What may be played, who wins the trick, what it is worth.

Sources: the rules at https://www.pagat.com/manille/botifarc.html and, for the western edition, the
Butinet manual, sections 11 and 12. The eastern edition is a reconstruction: docs/games/botifarra.md
says from what.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.botifarra.contract import ALL_ACTIONS, CARD_BY_TEXT, Contract
from games.cards import Card, Pack
from games.fields import Outcome
from games.problems import Problem
from games.seats import PAIRS
from games.shown_moment import ActionInWords
from games.text import Words
from games.text import gettext_noop as _
from games.trick_play import TrickPlay, points_so_far
from games.tricks import Strength, Trick, beats, following, led_by, winning

_RANKS_LOW_TO_HIGH = ("2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "1", "9")

STRENGTH: Strength = {rank: place for place, rank in enumerate(_RANKS_LOW_TO_HIGH)}
"""The manilla, the nine, is the highest of its suit, the ace the next; the same in trumps and
plain suits."""

CARD_POINTS = {"9": 5, "1": 4, "12": 3, "11": 2, "10": 1}
"""What a card is worth to whoever takes it; the others nothing. A trick is worth one more: 72 in
all."""

_MESSAGES = {
    "must_follow_suit": _("%(card)s does not follow suit, and the hand can."),
    "must_beat": _("%(card)s does not beat the opponents, and another card of the hand does."),
    "point_card_or_lowest": _(
        "%(card)s is neither a point card nor the lowest: the partner is winning."
    ),
    "must_play_lowest": _("%(card)s cannot win, and it is not the lowest."),
}


@dataclass(frozen=True)
class CardPlay(TrickPlay):
    """A moment in the play of the cards."""

    options: Mapping[str, str]
    contract: Contract
    ns_points: int = 0

    @property
    def playable(self) -> Pack:
        """The cards of the hand that its duties leave."""
        return legal_cards(self.hand, self.current, self.contract.suit, self.options)

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game: also a call, which comes too late."""
        return action in ALL_ACTIONS

    def objection(self, action: str) -> Problem | None:
        """Which rule `action` breaks, the plainest first."""
        if action in CARD_BY_TEXT:
            return super().objection(action)
        template = _("“%(call)s” cannot be said any more: play has begun.")
        return Problem("illegal_call", template, {"call": action})

    def broken_duty(self, card: Card) -> Problem:
        """The duty that a card of the hand which may not be played neglects."""
        code = _violated_rule_code(card, self.hand, self.current, self.contract.suit)
        return Problem(code, _MESSAGES[code], {"card": str(card)})

    def outcome(self) -> Outcome | None:
        """What the table writes down once all forty-eight cards have been played, each of them
        once."""
        if not self.hands.add_up:
            return None
        return {
            "trump": self.contract.trump,
            "delegated": self.contract.delegated,
            "contro": self.contract.contro,
            "ns_points": self.ns_points,
            "renunci": None,
        }

    @property
    def so_far(self) -> Mapping[str, Words]:
        """The points of both sides."""
        tricks = len(self.hands.played) // len(self.current.seats)
        collected = self.hands.played[: tricks * len(self.current.seats)]
        ew_points = tricks - 1 + trick_points(collected) - self.ns_points
        points_by_line = {"ns": self.ns_points, "ew": ew_points}
        return {line: points_so_far(points) for line, points in points_by_line.items()}

    @property
    def in_force(self) -> tuple[ActionInWords, ...]:
        """The trump with who named it, and how far the stakes were doubled."""
        return self.contract.calls_in_force(self.current.seats)

    @property
    def taker(self) -> str:
        """The highest trump, else the highest card of the suit led."""
        return self.current.winner(STRENGTH, self.contract.suit)

    def collected(self) -> "CardPlay":
        """The trick goes to its winner, who leads."""
        winner = self.taker
        gain = trick_points(self.current.cards) if winner in PAIRS["ns"] else 0
        return replace(
            self, current=led_by(winner, self.current.seats), ns_points=self.ns_points + gain
        )


def trick_points(cards: Pack) -> int:
    """What a trick of these cards is worth, the trick's own point included."""
    return 1 + sum(CARD_POINTS.get(card.rank, 0) for card in cards)


def legal_cards(hand: Pack, trick: Trick, trump: str | None, options: Mapping[str, str]) -> Pack:
    """The cards of `hand` the next player may play to `trick`, under the options of the game."""
    if not trick.cards:
        return hand
    candidates = following(hand, trick.cards)
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
    """Win from the opponents if you can; otherwise anything that follows suit."""
    return (
        candidates
        if _partner_wins(trick, trump)
        else _winning_cards(candidates, trick, trump) or candidates
    )


def _legal_in_eastern_rules(candidates: Pack, trick: Trick, trump: str | None) -> Pack:
    """As in the west, but who does not win plays his lowest, or a point card to a winning
    partner."""
    if _partner_wins(trick, trump):
        return _point_cards(candidates) + _lowest(candidates)
    return _winning_cards(candidates, trick, trump) or _lowest(candidates)


def _partner_wins(trick: Trick, trump: str | None) -> bool:
    player_index = len(trick.cards)
    return player_index >= 2 and trick.winner(STRENGTH, trump) == trick.seats[player_index - 2]


def _winning_cards(candidates: Pack, trick: Trick, trump: str | None) -> Pack:
    winning_card = trick.cards[winning(trick.cards, STRENGTH, trump)]
    return tuple(card for card in candidates if beats(card, winning_card, STRENGTH, trump))


def _point_cards(cards: Pack) -> Pack:
    return tuple(card for card in cards if card.rank in CARD_POINTS)


def _lowest(cards: Pack) -> Pack:
    """The lowest card of each suit in `pool`."""
    lowest_by_suit = {
        card.suit: card
        for card in sorted(cards, key=lambda card: STRENGTH[card.rank], reverse=True)
    }
    return tuple(lowest_by_suit.values())


def _violated_rule_code(card: Card, hand: Pack, trick: Trick, trump: str | None) -> str:
    """The duty that a card of the hand which may not be played neglects."""
    candidates = following(hand, trick.cards)
    if card not in candidates:
        return "must_follow_suit"
    if _partner_wins(trick, trump):
        return "point_card_or_lowest"
    return "must_beat" if _winning_cards(candidates, trick, trump) else "must_play_lowest"
