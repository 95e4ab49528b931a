"""What a moment of play shows to who plays it: what is asked, each action in words, what lies
open."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from games.cards import Card, Pack
from games.text import Text
from games.text import gettext_noop as _


@dataclass(frozen=True)
class ActionDescription:
    """An action for a reader: what is done, and the card it is done with, which a page draws.

    `card_suffices`: where it is asked for, the card alone says it. `is_hidden`: nobody else sees
    the card, which stands in no `repr` either. `call` is the key of a suit or call that has a
    symbol. `past_text`: what is told of it once somebody has done it, where that is said otherwise.
    """

    words: Text
    card: Card | None = field(default=None, repr=False)
    card_suffices: bool = False
    is_hidden: bool = False
    call: str = ""
    past_text: Text | None = None


@dataclass(frozen=True)
class TrickWinner:
    """Which seat takes a trick, and why, where the cards alone do not say it."""

    seat: str
    why: Text | None = None


class PositionView(Protocol):
    """What every moment says to a reader; nothing lies open, holds or is counted unless it says
    so."""

    @property
    @abstractmethod
    def prompt(self) -> Text:
        """What the seat to act is to do, as one says it to a player."""

    @abstractmethod
    def describe(self, action: str) -> ActionDescription:
        """A legal action for a reader."""

    @abstractmethod
    def held(self, seat: str) -> Pack:
        """The cards in the hand of `seat`."""

    @property
    def heading(self) -> Text | None:
        """How far play has come, as a heading says it; None where it has not begun or is over."""
        return None

    @property
    def calls_in_force(self) -> tuple[ActionDescription, ...]:
        """What was called and holds for the tricks to come."""
        return ()

    @property
    def what_changed(self) -> tuple[Text, ...]:
        """Sentences on what has just come about and no card shows; a card among their parameters
        is one."""
        return ()

    def trick_winner_after(self, action: str) -> TrickWinner | None:
        """Who takes the trick that `action` makes full; None while it is not full with it."""
        return None

    @property
    def so_far(self) -> Mapping[str, Text]:
        """What each line, or each seat, has come to so far, by its name."""
        return {}

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """The cards that lie open before each seat, group by group; places with nothing in them
        are empty."""
        return {}

    @property
    def open_cards_heading(self) -> Text:
        """What lies open, as a heading says it."""
        return Text(_("On the table"))
