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

    words: Text
    card: Card | None = field(default=None, repr=False)
    # The card says everything; the text need not be shown with it.
    card_suffices: bool = False
    # Other players do not see the card.
    is_hidden: bool = False
    # Key of a suit or call that has a symbol.
    call: str = ""
    # Text after the action was done, if it differs from `words`.
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
    def held(self, seat: str) -> Pack:
        """Return the cards in the hand of a seat."""

    @property
    def heading(self) -> Text | None:
        """How far play has come, for a heading; None before it starts and after its end."""
        return None

    @property
    def calls_in_force(self) -> tuple[ActionDescription, ...]:
        """Calls that apply to the tricks to come."""
        return ()

    @property
    def recent_event_texts(self) -> tuple[Text, ...]:
        """Sentences about recent events that no card shows; parameters may be cards."""
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
        """Cards that lie open in front of each seat, in groups; empty places are empty groups."""
        return {}

    @property
    def open_cards_heading(self) -> Text:
        """Heading of the open cards."""
        return Text(_("On the table"))
