"""Tarot cards: packs, rank orders and card values.

The pack has four suits of fourteen cards, the trumps I–XXI, and the Fool.
"""

from collections.abc import Iterable, Mapping

from games.cards import Card, Pack, suited_pack

SUITS = {"S": "swords", "B": "batons", "C": "cups", "D": "coins"}
COURT_RANKS = ("J", "C", "Q", "K")
PIP_RANKS = tuple(map(str, range(1, 11)))
TRUMP_SUIT = "T"
FOOL = Card("F", "")
# The lowest trump (I) and the highest (XXI).
PAGAT, WORLD = Card(TRUMP_SUIT, "1"), Card(TRUMP_SUIT, "21")
KINGS = frozenset(Card(suit, "K") for suit in SUITS)
TRUMPS = frozenset(Card(TRUMP_SUIT, str(number)) for number in range(1, 22))
# XXI, I and the Fool.
HONOURS = frozenset({WORLD, PAGAT, FOOL})

# Swords, batons, cups and coins from 1 to 10 and J C Q K, the trumps I–XXI, the Fool.
TAROT_78: Pack = (
    *suited_pack(SUITS, (*PIP_RANKS, *COURT_RANKS)),
    *suited_pack(TRUMP_SUIT, range(1, 22)),
    FOOL,
)

# Long suits are swords and batons, round suits cups and coins.
_LONG_SUITS, _ROUND_SUITS = "SB", "CD"


def pack_without(pack: Pack, cards: Iterable[Card]) -> Pack:
    """Return `pack` without the given cards."""
    left_out = set(cards)
    return tuple(card for card in pack if card not in left_out)


def with_duplicates(pack: Pack, cards: Iterable[Card]) -> Pack:
    """Return `pack` with each of `cards` twice; the second copies follow the whole pack."""
    duplicated = set(cards)
    return (*pack, *(card for card in pack if card in duplicated))


def _rank_heights(suits: str, low_to_high: tuple[str, ...]) -> dict[Card, int]:
    return {Card(suit, rank): height for suit in suits for height, rank in enumerate(low_to_high)}


_TRUMP_ORDER = _rank_heights(TRUMP_SUIT, tuple(map(str, range(1, 22))))

# The height of each card within its suit; the Fool has none.
CardOrder = Mapping[Card, int]

# The ten is the highest pip card of swords and batons, the one of cups and coins.
ORIGINAL_ORDER: CardOrder = {
    **_rank_heights(_LONG_SUITS, (*PIP_RANKS, *COURT_RANKS)),
    **_rank_heights(_ROUND_SUITS, (*reversed(PIP_RANKS), *COURT_RANKS)),
    **_TRUMP_ORDER,
}

# The ten is the highest pip card of every suit.
TEN_BELOW_JACK_ORDER: CardOrder = {
    **_rank_heights(_LONG_SUITS + _ROUND_SUITS, (*PIP_RANKS, *COURT_RANKS)),
    **_TRUMP_ORDER,
}

# The pack of 1637 without the three lowest cards of each suit, in the original order.
PACK_66: Pack = pack_without(
    TAROT_78,
    (*suited_pack(_LONG_SUITS, ("1", "2", "3")), *suited_pack(_ROUND_SUITS, ("8", "9", "10"))),
)


def card_values(fool: int = 4) -> Mapping[Card, int]:
    """Return the value of each card that counts.

    These are K 4, Q 3, C 2, J 1, XXI and I 4, and the Fool.
    """
    courts = {
        Card(suit, rank): worth for suit in SUITS for worth, rank in enumerate(COURT_RANKS, start=1)
    }
    return {**courts, **dict.fromkeys(HONOURS, 4), FOOL: fool}
