"""What a moment of play shows to who plays it: what is asked, each action in words, what lies
open."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from games.cards import Card, Pack
from games.text import Words
from games.text import gettext_noop as _


@dataclass(frozen=True)
class ActionInWords:
    """An action for a reader: what is done, and the card it is done with, which a page draws.

    `needs_no_words`: where it is asked for, the card alone says it. `is_hidden`: nobody else sees
    the card, which stands in no `repr` either. `call` is the key of a suit or call that has a
    symbol. `done`: what is told of it once somebody has done it, where that is said otherwise.
    """

    words: Words
    card: Card | None = field(default=None, repr=False)
    needs_no_words: bool = False
    is_hidden: bool = False
    call: str = ""
    done: Words | None = None


@dataclass(frozen=True)
class TrickTo:
    """Which seat takes a trick, and why, where the cards alone do not say it."""

    seat: str
    why: Words | None = None


class Moment(Protocol):
    """What every moment says to a reader; nothing lies open, holds or is counted unless it says
    so."""

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
    def where(self) -> Words | None:
        """How far play has come, as a heading says it; None where it has not begun or is over."""
        return None

    @property
    def in_force(self) -> tuple[ActionInWords, ...]:
        """What was called and holds for the tricks to come."""
        return ()

    @property
    def what_changed(self) -> tuple[Words, ...]:
        """Sentences on what has just come about and no card shows; a card among their parameters
        is one."""
        return ()

    def taken_with(self, action: str) -> TrickTo | None:
        """Who takes the trick that `action` makes full; None while it is not full with it."""
        return None

    @property
    def so_far(self) -> Mapping[str, Words]:
        """What each line, or each seat, has come to so far, by its name."""
        return {}

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """The cards that lie open before each seat, group by group; places with nothing in them
        are empty."""
        return {}

    @property
    def open_called(self) -> Words:
        """What lies open, as a heading says it."""
        return Words(_("On the table"))
