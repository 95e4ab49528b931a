"""Verifiable deals: every hand is computed from a secret seed and a public salt.

Anyone can recompute the hands once the seed is published. docs/integrators/deals.md describes the
algorithm step by step, with test vectors.
"""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from games.cards import Card, Pack

_WORD_BYTES = 4
Item = TypeVar("Item")
_SEED = re.compile(r"[0-9a-f]{64}")


# The scenario of a board: the items drawn for it, by the name of the list that they are from. Some
# games let a club write such lists; see games/scenario.py.
Scenario = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Deal:
    """Cards of one board: a hand for each seat, and the talon, which nobody was dealt.

    Cards are left out of the `repr`, so that logs and errors cannot reveal an unplayed hand.
    """

    hands: Mapping[str, Pack] = field(repr=False)
    talon: Pack = field(default=(), repr=False)


@dataclass(frozen=True)
class BoardSetup:
    """Number, dealer and, if they are known, the cards and the scenario of a board."""

    number: int
    dealer: str
    deal: Deal | None = None
    scenario: Scenario = field(default_factory=dict, repr=False)

    @property
    def known_deal(self) -> Deal:
        """The deal; raises ValueError if the cards are not known."""
        if self.deal is None:
            raise ValueError(f"board {self.number} has no cards")
        return self.deal


def parse_seed(text: str) -> str:
    """Return the seed as 64 lower-case hex digits; raise ValueError for any other text."""
    seed = text.strip().lower()
    if not _SEED.fullmatch(seed):
        raise ValueError("a seed is 64 hex digits")
    return seed


def normalize_salt(text: str) -> str:
    """Return the salt in Unicode NFC, without surrounding white space.

    The salt may be empty. Raises UnicodeEncodeError, a ValueError, for a lone surrogate.
    """
    salt = unicodedata.normalize("NFC", text).strip()
    salt.encode()
    return salt


def commitment(seed: str) -> str:
    """Return SHA-256 of the seed's hex text.

    The commitment is published before play. It proves later that the seed was already fixed, and
    does not reveal the seed.
    """
    return hashlib.sha256(seed.encode()).hexdigest()


def draw_key(seed: str, salt: str) -> str:
    """Derive the key for drawing seats: HMAC-SHA-256 of the salt with the session's seed.

    Seats drawn with it reveal nothing about the secret seed, from which the hands follow.
    """
    return hmac.new(seed.encode(), f"draw:{salt}".encode(), "sha256").hexdigest()


def shuffle_pack(pack: Pack, seed: str, salt: str, game_key: str, board_number: int) -> Pack:
    """Return the pack of board `board_number` in dealt order."""
    return shuffle_by_hash(pack, board_hash_input(seed, salt, game_key, board_number))


def board_hash_input(seed: str, salt: str, game_key: str, board_number: int, part: int = 1) -> str:
    """Return the text that is hashed for a board.

    A board is drawn in parts: the cards are the only part of a game with cards; in a game without
    cards, each list of the scenario is a part. The text of part 2 and later ends with its number.
    """
    text = f"{seed}:{salt}:{game_key}:{board_number}"
    return text if part == 1 else f"{text}:{part}"


def shuffle_by_hash(items: Sequence[Item], hash_input: str) -> tuple[Item, ...]:
    """Shuffle items by Fisher–Yates with random numbers from SHAKE-256 of `hash_input`."""
    shuffled, words = list(items), _hash_words(hash_input)
    for last in range(len(shuffled) - 1, 0, -1):
        chosen = _draw_below(last + 1, words)
        shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
    return tuple(shuffled)


def deal_cards(cards: Pack, hand_sizes: Mapping[str, int]) -> Deal:
    """Deal consecutive slices of `cards` to the seats of `hand_sizes`; the rest is the talon."""
    hands: dict[str, tuple[Card, ...]] = {}
    start = 0
    for seat, size in hand_sizes.items():
        hands[seat] = cards[start : start + size]
        start += size
    return Deal(hands, cards[start:])


def _hash_words(hash_input: str) -> Iterator[int]:
    """Yield the output of SHAKE-256 as an endless sequence of 4-byte big-endian numbers."""
    shake = hashlib.shake_256(hash_input.encode())
    start, stop = 0, 512
    while True:
        digest = shake.digest(stop)
        for offset in range(start, stop, _WORD_BYTES):
            yield int.from_bytes(digest[offset : offset + _WORD_BYTES], "big")
        start, stop = stop, 2 * stop


def _draw_below(bound: int, words: Iterator[int]) -> int:
    """Draw a number below `bound`, all equally likely.

    `word % bound` alone would favour small remainders unless the number of different words is a
    multiple of `bound`. Therefore `limit` is the largest such multiple, and words from it on are
    skipped.
    """
    limit = (1 << 8 * _WORD_BYTES) // bound * bound
    return next(word for word in words if word < limit) % bound
