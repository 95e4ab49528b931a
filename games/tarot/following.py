"""Which cards may be played to a trick, and which card takes it.

The first card that is not the Fool sets the suit. If a led Fool counts as a trump, every player
must play a trump to it; a player without trumps may play any card. The trick is then won by the
highest trump or, if there is none, by the highest card of the suit played first after the Fool. A
player who cannot follow suit must trump, not necessarily higher; a player without trumps may play
any card. The Fool may be played at any time unless the rules of the game forbid it.
"""

from games.cards import Pack
from games.tarot.pack import FOOL, TRUMP_SUIT
from games.tarot.rules import TarotRules
from games.tricks import Trick


def suit_led(cards: Pack) -> str | None:
    """Return the suit of the first card that is not the Fool, or None."""
    return next((card.suit for card in cards if card != FOOL), None)


def suit_to_follow(rules: TarotRules, cards: Pack) -> str | None:
    """Return the suit that the next card must follow, or None."""
    if rules.fool.lead_rule == "as_trump" and cards[:1] == (FOOL,):
        return TRUMP_SUIT
    return suit_led(cards)


def trick_taker(rules: TarotRules, trick: Trick) -> str:
    """Return the seat that takes a complete trick, or is winning an incomplete one."""
    suit = suit_led(trick.cards)

    def strength_key(index: int) -> tuple[int, int, int]:
        # First the group (trumps, the suit led, all others), then the rank, then among equal cards
        # of two packs the later or the earlier one.
        card = trick.cards[index]
        group, rank = rules.strength(card)
        can_win = group > 0 or card.suit == suit
        return (group if can_win else -1, rank, index if rules.later_duplicate_wins else -index)

    return trick.seats[max(range(len(trick.cards)), key=strength_key)]


def playable_cards(rules: TarotRules, hand: Pack, trick: Trick, has_taken_trick: bool) -> Pack:
    """Return the cards of `hand` that may be played.

    `has_taken_trick` says whether the player has taken a trick in this deal.
    """
    cards = _legal_without_fool(rules, tuple(card for card in hand if card != FOOL), trick)
    if FOOL in hand and fool_problem_code(rules, hand, trick, has_taken_trick) is None:
        cards += (FOOL,)
    return cards or hand


def fool_problem_code(
    rules: TarotRules, hand: Pack, trick: Trick, has_taken_trick: bool
) -> str | None:
    """Return the code of the rule that forbids playing the Fool now, or None."""
    if len(hand) <= rules.fool.barred_tricks:
        return "fool_too_late"
    if not trick.cards and rules.fool.lead_rule == "never":
        return "fool_may_not_be_led"
    return "fool_needs_trick" if rules.fool.requires_trick and not has_taken_trick else None


def violated_rule_code(rules: TarotRules, hand: Pack, trick: Trick) -> str:
    """Return the code of the rule that an illegal card other than the Fool breaks."""
    suit = suit_to_follow(rules, trick.cards)
    return "must_follow_suit" if any(card.suit == suit for card in hand) else "must_trump"


def _legal_without_fool(rules: TarotRules, hand: Pack, trick: Trick) -> Pack:
    """Return the cards that may be played from a hand without the Fool."""
    suit = suit_to_follow(rules, trick.cards)
    if suit is None:
        return hand
    cards_of_suit = tuple(card for card in hand if card.suit == suit)
    return cards_of_suit or _required_trumps(rules, hand, trick, suit) or hand


def _required_trumps(rules: TarotRules, hand: Pack, trick: Trick, suit: str) -> Pack:
    """Return the trumps (or half-trumps) of a hand that has no card of `suit`.

    One of them must be played. Empty if there is none, or if the player need not ruff.
    """
    is_ruffed = any(card.suit == TRUMP_SUIT for card in trick.cards)
    if suit == TRUMP_SUIT or (is_ruffed and rules.second_ruff_optional):
        return ()
    ruffs = {TRUMP_SUIT} if suit == rules.half_trump_suit else {TRUMP_SUIT, rules.half_trump_suit}
    return tuple(card for card in hand if card.suit in ruffs)
