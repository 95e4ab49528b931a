"""What a position shows to players: the prompt, actions in words, and open cards."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from games.cards import Card, Pack
from games.text import Text
from games.text import gettext_noop as _


@dataclass(frozen=True)
class ActionDescription:
    """An action for display: its text, and the card to draw, if it has one.

    The card is left out of the `repr`, since it may be hidden.
    """

    text: Text
    card: Card | None = field(default=None, repr=False)
    # Whether the card alone describes the action, so that the text need not be shown with it.
    card_suffices: bool = False
    # Whether other players do not see the card.
    is_hidden: bool = False
    # Key of the suit or call whose symbol is shown with the text; empty without a symbol.
    symbol_key: str = ""
    # Text for an action that has been done, if it differs from `text`.
    past_text: Text | None = None


@dataclass(frozen=True)
class TrickWinner:
    """The seat that takes a trick, and the reason if the cards alone do not show it."""

    seat: str
    reason: Text | None = None


class PositionView(Protocol):
    """The part of a position that pages display; the defaults show nothing."""

    @property
    @abstractmethod
    def prompt(self) -> Text:
        """What the seat to act has to do, as an instruction to the player."""

    @abstractmethod
    def describe(self, action: str) -> ActionDescription:
        """Describe a legal action."""

    @abstractmethod
    def hand_of(self, seat: str) -> Pack:
        """Return the cards in the hand of a seat."""

    @property
    def heading(self) -> Text | None:
        """Heading with the number of the trick; None where the game shows none."""
        return None

    @property
    def calls_in_force(self) -> tuple[ActionDescription, ...]:
        """Calls that apply to the tricks to come."""
        return ()

    @property
    def recent_event_texts(self) -> tuple[Text, ...]:
        """Sentences about recent events that no card shows; pages replace cards in their params."""
        return ()

    def trick_winner_after(self, action: str) -> TrickWinner | None:
        """Return who takes the trick that the action completes; None if it completes none."""
        return None

    @property
    def points_so_far(self) -> Mapping[str, Text]:
        """Points of each line or seat so far, by its name."""
        return {}

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """Groups of cards that lie open before each seat; a group that has no card yet is empty."""
        return {}

    @property
    def open_cards_heading(self) -> Text:
        """Heading shown above `open_cards`; games with open cards may replace it."""
        return Text(_("On the table"))
