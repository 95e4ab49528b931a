"""Forecast the result of a deal of Botifarra from its cards.

The weights are fitted to simulated play; docs/developers/result-checks.md says how well they do.
Numbers are floats, because nothing here affects scores: a forecast is only compared with results to
find unlikely ones.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log

from games.botifarra.contract import TRUMPS
from games.cards import SPANISH_SUITS, Pack
from games.deals import BoardSetup
from games.fields import Outcome
from games.forecast import Forecast, Spread
from games.seats import PAIR_LINES
from games.tricks import new_trick

# Standard deviations, around the forecast, of the difference N-S minus E-W in points.
SPREAD = Spread(board_deviation=7.6, table_deviation=9.5)

# What each feature of a hand adds to the forecast difference of points, if there is a trump.
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

# What each feature adds in a botifarra, in which there is no trump.
NO_TRUMP_WEIGHTS = {
    "9": 7.6,
    "guarded 1": 5.9,
    "bare 1": -1.8,
    "12": 1.9,
    "shape": 1.2,
    "lead": -0.7,
}

# What high cards add to the length of a suit when its holder considers it as trump.
_TRUMP_RANK_STRENGTH = {"9": 1.0, "1": 0.8, "12": 0.5, "11": 0.2}
# What high cards of any suit add when their holder considers a botifarra.
_NO_TRUMP_RANK_STRENGTH = {"9": 1.25, "1": 0.9, "12": 0.45}
# The strength, in trumps, from which a dealer names the trump more often than delegates.
_CALL_THRESHOLD = 6.0
# How quickly the probability rises around that threshold, per trump.
_CALL_SHARPNESS = 1.2
# The share of calls that the model takes to be made at random.
_RANDOM_CALL_RATE = 0.15


def forecast(outcome: Outcome, board: BoardSetup, seats: Sequence[str]) -> Forecast:
    """Return the expected difference of points, and the logarithm of the call's probability."""
    hands, trump = board.known_deal.hands, str(outcome["trump"])
    weights = NO_TRUMP_WEIGHTS if trump == "botifarra" else TRUMP_WEIGHTS
    feature_differences_by_name = feature_differences(hands, trump, board.dealer)
    difference = sum(
        weights.get(name, 0.0) * count for name, count in feature_differences_by_name.items()
    )
    return Forecast(
        difference,
        _log_call_probability(hands, trump, bool(outcome["delegated"]), board.dealer, tuple(seats)),
    )


def feature_differences(hands: Mapping[str, Pack], trump: str, dealer: str) -> Counter[str]:
    """Return how many more of each feature N-S hold than E-W, by the name of the feature.

    A number is negative if E-W hold more. The feature `lead` is 1 if N-S deal, because E-W then
    lead first, otherwise −1.
    """
    trump_suit = next((letter for letter, name in SPANISH_SUITS.items() if name == trump), None)
    counts: Counter[str] = Counter()
    for line, sign in (("ns", 1), ("ew", -1)):
        for seat in PAIR_LINES[line]:
            for name in _hand_features(hands[seat], trump_suit):
                counts[name] += sign
    counts["lead"] = 1 if dealer in PAIR_LINES["ns"] else -1
    return counts


def _hand_features(hand: Pack, trump_suit: str | None) -> list[str]:
    """Return the names of the features of one hand, each repeated as often as it occurs.

    An ace is bare if it is the only card of its suit. `trump_suit` is a letter, or None.
    """
    lengths = Counter(card.suit for card in hand)
    names: list[str] = []
    for card in hand:
        if card.suit == trump_suit:
            names += ["trump", f"trump {card.rank}"]
        elif card.rank == "1":
            names.append("guarded 1" if lengths[card.suit] > 1 else "bare 1")
        else:
            names.append(card.rank)
    return names + ["shape"] * _shape_count(lengths, trump_suit)


def _shape_count(lengths: Counter[str], trump_suit: str | None) -> int:
    """Count chances to ruff; without a trump, count cards beyond the fourth of a suit.

    A plain suit with fewer than two cards counts 2 minus its length, times the number of trumps (at
    most 3). `lengths` are the numbers of cards by suit.
    """
    if trump_suit is None:
        return sum(max(0, length - 4) for length in lengths.values())
    missing_cards = sum(max(0, 2 - lengths[suit]) for suit in SPANISH_SUITS if suit != trump_suit)
    return missing_cards * min(lengths[trump_suit], 3)


def _log_call_probability(
    hands: Mapping[str, Pack], trump: str, is_delegated: bool, dealer: str, seats: tuple[str, ...]
) -> float:
    """Return the natural logarithm of the probability that this trump is named in this way.

    A dealer whose best trump is strong names a trump, otherwise delegates; the player who names it
    prefers strong ones. A call made at random is any of the trumps, delegated or not, so its
    probability is 1 / (2 × number of trumps).
    """
    partner = new_trick(dealer, seats).seats[2]
    strengths = _call_strengths(hands[dealer])
    delegation_probability = 1 / (
        1 + exp(_CALL_SHARPNESS * (max(strengths.values()) - _CALL_THRESHOLD))
    )
    probability = (
        delegation_probability * _softmax_probability(_call_strengths(hands[partner]), trump)
        if is_delegated
        else (1 - delegation_probability) * _softmax_probability(strengths, trump)
    )
    return log(_RANDOM_CALL_RATE / (2 * len(TRUMPS)) + (1 - _RANDOM_CALL_RATE) * probability)


def _softmax_probability(strengths: Mapping[str, float], trump: str) -> float:
    """Return the probability of one trump, weighted by the exponential of its strength."""
    weights = {name: exp(_CALL_SHARPNESS * strength) for name, strength in strengths.items()}
    return weights[trump] / sum(weights.values())


def _call_strengths(hand: Pack) -> dict[str, float]:
    """Return the strength of a hand for each trump and for botifarra, measured in trump cards."""
    suit_strengths = {
        name: sum(
            1 + _TRUMP_RANK_STRENGTH.get(card.rank, 0.0) for card in hand if card.suit == suit
        )
        for suit, name in SPANISH_SUITS.items()
    }
    return suit_strengths | {
        "botifarra": 1.0 + sum(_NO_TRUMP_RANK_STRENGTH.get(card.rank, 0.0) for card in hand)
    }
