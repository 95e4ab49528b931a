"""Fair deals: every hand follows from a secret seed and a public salt, and can be recomputed by
anybody.

The rule, step by step and with worked vectors, is in docs/integrators/deals.md.
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


Scenario = Mapping[str, tuple[str, ...]]
"""What was drawn for a board from a club's own lists, by their names."""


@dataclass(frozen=True)
class Deal:
    """The cards of one board: a hand for each seat, and the talon nobody was dealt.

    Cards never appear in its `repr`, so that no log or error can give away an unplayed hand.
    """

    hands: Mapping[str, Pack] = field(repr=False)
    talon: Pack = field(default=(), repr=False)


@dataclass(frozen=True)
class DealtBoard:
    """The numbered container that fixes dealer and deal; `deal` is None where the cards are not
    known."""

    number: int
    dealer: str
    deal: Deal | None = None
    scenario: Scenario = field(default_factory=dict, repr=False)
    """What a club's own lists gave it; nothing where there are none, or where it is not known."""

    @property
    def known_deal(self) -> Deal:
        """The deal, where it must be known; raises ValueError where it is not."""
        if self.deal is None:
            raise ValueError(f"board {self.number} has no cards")
        return self.deal


def parse_seed(text: str) -> str:
    """The seed in its one written form, 64 lower-case hex digits; raises ValueError for anything
    else."""
    seed = text.strip().lower()
    if not _SEED.fullmatch(seed):
        raise ValueError("a seed is 64 hex digits")
    return seed


def normalize_salt(text: str) -> str:
    """The salt as it enters the deals: Unicode NFC, no white space around it; it may be empty.

    Raises ValueError for half a character, which has no bytes.
    """
    salt = unicodedata.normalize("NFC", text).strip()
    salt.encode()
    return salt


def commitment(seed: str) -> str:
    """SHA-256 of the seed's hex text: published first, it fixes the seed without telling it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def draw_key(secret: str, salt: str) -> str:
    """Derive the key of a session's draws of seats: HMAC-SHA-256 of the salt under the session's
    secret.

    Seats that follow from it tell nothing about the secret, from which the hands follow.
    """
    return hmac.new(secret.encode(), f"draw:{salt}".encode(), "sha256").hexdigest()


def shuffle_pack(pack: Pack, seed: str, salt: str, game: str, number: int) -> Pack:
    """The pack of board `number` in dealt order: Fisher–Yates driven by SHAKE-256."""
    return shuffle_by_hash(pack, board_hash_input(seed, salt, game, number))


def board_hash_input(seed: str, salt: str, game: str, number: int, part: int = 1) -> str:
    """What is hashed for a board; where it has several parts, each after the first has its own
    text."""
    board = f"{seed}:{salt}:{game}:{number}"
    return board if part == 1 else f"{board}:{part}"


def shuffle_by_hash(items: Sequence[Item], text: str) -> tuple[Item, ...]:
    """The items shuffled by what SHAKE-256 makes of a text."""
    shuffled, words = list(items), _hash_words(text)
    for last in range(len(shuffled) - 1, 0, -1):
        chosen = _draw_below(last + 1, words)
        shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
    return tuple(shuffled)


def deal_cards(cards: Pack, sizes: Mapping[str, int]) -> Deal:
    """Consecutive slices of `cards`, one for each seat in the order of `sizes`; the rest is the
    talon."""
    hands: dict[str, tuple[Card, ...]] = {}
    start = 0
    for seat, size in sizes.items():
        hands[seat] = cards[start : start + size]
        start += size
    return Deal(hands, cards[start:])


def _hash_words(text: str) -> Iterator[int]:
    """The bytes of SHAKE-256 of `text` as an endless row of 4-byte big-endian numbers."""
    shake = hashlib.shake_256(text.encode())
    start, stop = 0, 512
    while True:
        digest = shake.digest(stop)
        for at in range(start, stop, _WORD_BYTES):
            yield int.from_bytes(digest[at : at + _WORD_BYTES], "big")
        start, stop = stop, 2 * stop


def _draw_below(bound: int, words: Iterator[int]) -> int:
    """A number below `bound`, every one equally likely: words in the last, incomplete cycle are
    skipped."""
    limit = (1 << 8 * _WORD_BYTES) // bound * bound
    return next(word for word in words if word < limit) % bound
