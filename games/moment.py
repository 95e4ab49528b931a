"""What a moment of play shows to who plays it: what is asked, each action in words, what lies open."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from games.cards import Card, Pack
from games.text import Words


@dataclass(frozen=True)
class ActionInWords:
    """An action for a reader: what is done, and the card it is done with, which a page draws.

    `needs_no_words`: where it is asked for, the card alone says it. `is_hidden`: nobody else sees the card,
    which stands in no `repr` either. `call` is the key of a suit or call that has a symbol.
    """

    words: Words
    card: Card | None = field(default=None, repr=False)
    needs_no_words: bool = False
    is_hidden: bool = False
    call: str = ""


class Moment(Protocol):
    """What every moment says to a reader; nothing lies open and nothing is counted unless it says so."""

    @property
    @abstractmethod
    def asked(self) -> Words:
        """What the seat to act is to do, as one says it to a player."""

    @abstractmethod
    def in_words(self, action: str) -> ActionInWords:
        """A legal action for a reader."""

    @abstractmethod
    def held(self, seat: str) -> Pack:
        """The cards in the hand of `seat`."""

    @property
    def so_far(self) -> Mapping[str, Words]:
        """What each line, or each seat, has come to so far, by its name."""
        return {}

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """The cards that lie open before each seat, in their groups."""
        return {}
