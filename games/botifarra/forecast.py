"""Botifarra: what the cards make likely. Fitted to simulated play; docs/developers/result-checks.md
says how well it does.

Floats, because nothing here scores: a forecast is only ever compared with what a table wrote down.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log

from games.botifarra.contract import TRUMPS
from games.cards import SPANISH_SUITS, Pack
from games.deals import DealtBoard
from games.fields import Outcome
from games.forecast import Forecast, Spread
from games.seats import PAIRS
from games.tricks import led_by

SPREAD = Spread(board=7.6, table=9.5)
"""Of the difference of points, which is twice what N-S lie from 36."""

TRUMP_WEIGHTS = {
    "trump": 2.6,
    "trump 9": 7.2,
    "trump 1": 4.9,
    "trump 12": 2.7,
    "trump 11": 1.7,
    "9": 7.4,
    "guarded 1": 3.6,
    "bare 1": -2.3,
    "12": 0.9,
    "shape": 1.6,
    "lead": 2.5,
}
"""What each thing that a side holds adds to its difference, with a trump."""

NO_TRUMP_WEIGHTS = {
    "9": 7.6,
    "guarded 1": 5.9,
    "bare 1": -1.8,
    "12": 1.9,
    "shape": 1.2,
    "lead": -0.7,
}
"""The same in a botifarra."""

_TRUMP_RANK_STRENGTH = {"9": 1.0, "1": 0.8, "12": 0.5, "11": 0.2}
_NO_TRUMP_RANK_STRENGTH = {"9": 1.25, "1": 0.9, "12": 0.45}
_CALL_THRESHOLD, _CALL_SHARPNESS, _RANDOM_CALL_RATE = 6.0, 1.2, 0.15
"""How many trumps make a dealer call, high cards counted in; how surely; how often he calls
anything."""


def forecast(outcome: Outcome, board: DealtBoard, seats: Sequence[str]) -> Forecast:
    """What the cards of a board promise where its trump was called as `outcome` says."""
    hands, trump = board.known_deal.hands, str(outcome["trump"])
    weights = NO_TRUMP_WEIGHTS if trump == "botifarra" else TRUMP_WEIGHTS
    feature_counts = features(hands, trump, board.dealer)
    difference = sum(weights.get(name, 0.0) * count for name, count in feature_counts.items())
    return Forecast(
        difference,
        _log_call_probability(hands, trump, bool(outcome["delegated"]), board.dealer, tuple(seats)),
    )


def features(hands: Mapping[str, Pack], trump: str, dealer: str) -> Counter[str]:
    """What N-S hold more of than E-W; `lead` is theirs who do not lead first."""
    suit = next((letter for letter, name in SPANISH_SUITS.items() if name == trump), None)
    difference: Counter[str] = Counter()
    for line, sign in (("ns", 1), ("ew", -1)):
        for seat in PAIRS[line]:
            for name in _hand_features(hands[seat], suit):
                difference[name] += sign
    difference["lead"] = 1 if dealer in PAIRS["ns"] else -1
    return difference


def _hand_features(hand: Pack, trump: str | None) -> list[str]:
    """What counts in one hand, each as often as it does."""
    lengths = Counter(card.suit for card in hand)
    names: list[str] = []
    for card in hand:
        if card.suit == trump:
            names += ["trump", f"trump {card.rank}"]
        elif card.rank == "1":
            names.append("guarded 1" if lengths[card.suit] > 1 else "bare 1")
        else:
            names.append(card.rank)
    return names + ["shape"] * _shape_count(lengths, trump)


def _shape_count(lengths: Counter[str], trump: str | None) -> int:
    """Chances to trump what is led; without a trump, cards beyond the fourth of a suit."""
    if trump is None:
        return sum(max(0, length - 4) for length in lengths.values())
    short = sum(max(0, 2 - lengths[suit]) for suit in SPANISH_SUITS if suit != trump)
    return short * min(lengths[trump], 3)


def _log_call_probability(
    hands: Mapping[str, Pack], trump: str, delegated: bool, dealer: str, seats: tuple[str, ...]
) -> float:
    """The logarithm of the chance of a call: the dealer's likings, or his partner's after he
    delegated."""
    partner = led_by(dealer, seats).seats[2]
    strengths = _call_strengths(hands[dealer])
    delegation_probability = 1 / (
        1 + exp(_CALL_SHARPNESS * (max(strengths.values()) - _CALL_THRESHOLD))
    )
    probability = (
        delegation_probability * _softmax_share(_call_strengths(hands[partner]), trump)
        if delegated
        else (1 - delegation_probability) * _softmax_share(strengths, trump)
    )
    return log(_RANDOM_CALL_RATE / (2 * len(TRUMPS)) + (1 - _RANDOM_CALL_RATE) * probability)


def _softmax_share(strengths: Mapping[str, float], trump: str) -> float:
    weights = {name: exp(_CALL_SHARPNESS * strength) for name, strength in strengths.items()}
    return weights[trump] / sum(weights.values())


def _call_strengths(hand: Pack) -> dict[str, float]:
    """How well each call suits a hand, in trumps."""
    suit_strengths = {
        name: sum(
            1 + _TRUMP_RANK_STRENGTH.get(card.rank, 0.0) for card in hand if card.suit == suit
        )
        for suit, name in SPANISH_SUITS.items()
    }
    return suit_strengths | {
        "botifarra": 1.0 + sum(_NO_TRUMP_RANK_STRENGTH.get(card.rank, 0.0) for card in hand)
    }
