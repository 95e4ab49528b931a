"""Base class of the positions of Anou in which a player places a card in a column.

Source: as for games/anou/columns.py.
"""

import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from games.anou.columns import (
    Wall,
    Walls,
    legal_columns,
    placement_problem,
    wall_score_words,
    with_card,
)
from games.cards import Card, Pack
from games.position import Position
from games.position_view import ActionDescription
from games.problems import Problem
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import CardsByText, NonTrickPosition

_PLACEMENT_ACTION = re.compile(r"(lay|take):([A-Z0-9]+)@([1-4])")


def is_known_action(action: str, cards: CardsByText) -> bool:
    """Return whether `action` is a card, or places a card in a column (`lay:…` or `take:…`)."""
    placement = _PLACEMENT_ACTION.fullmatch(action)
    return action in cards or bool(placement and placement[2] in cards)


class OpenWallsMixin:
    """Show the wall of each seat, and its present score, to everybody."""

    walls: Walls

    @property
    def open_cards(self) -> Walls:
        """The wall of each seat."""
        return self.walls

    @property
    def open_cards_heading(self) -> Text:
        """The heading above the open cards, which in this game are the walls."""
        return Text(_("The walls"))

    @property
    def points_so_far(self) -> Mapping[str, Text]:
        """The present score of each wall."""
        return wall_score_words(self.walls)


@dataclass(frozen=True)
class PlacementPosition(OpenWallsMixin, NonTrickPosition):
    """A position in which a card is to be placed in a column.

    `turns` are the seats that still have a card to place, in order; a seat is repeated for each
    card. Cards are left out of the `repr`, so that no log reveals them.
    """

    cards: CardsByText = field(repr=False)
    walls: Walls = field(repr=False)
    turns: tuple[str, ...]

    # How the action begins: `lay` for the cards that every player places before the first trick,
    # the root stones of the wall, and `take` for cards of a trick.
    verb: ClassVar[str]

    @property
    @abstractmethod
    def available_cards(self) -> Pack:
        """The cards from which the seat must place one."""

    @abstractmethod
    def unavailable_problem(self, card: Card) -> Problem:
        """Return the problem that says why the seat cannot place this card now."""

    @abstractmethod
    def after_placement(self, card: Card, walls: Walls) -> Position:
        """Return the next position; `walls` already contain `card`."""

    @property
    def turn(self) -> str:
        """The seat whose player places a card next."""
        return self.turns[0]

    @property
    def wall(self) -> Wall:
        """The wall of the seat to act."""
        return self.walls[self.turn]

    def describe(self, action: str) -> ActionDescription:
        """Return the card and its column, for the button of the action."""
        card, column_number = self._card_and_column(action)
        return ActionDescription(Text(_("column %(number)s"), {"number": column_number}), card)

    def legal_actions(self) -> tuple[str, ...]:
        """Return each available card, in pack order, with each column it may be placed in."""
        return tuple(
            f"{self.verb}:{card}@{column_number}"
            for card in self.cards.values()
            if card in self.available_cards
            for column_number in legal_columns(card, self.wall)
        )

    def is_action(self, action: str) -> bool:
        """Return whether `action` is an action of the game, even if it is not allowed here."""
        return is_known_action(action, self.cards)

    def violation(self, action: str) -> Problem | None:
        """Return why `action` is not allowed: wrong verb, card not available, or wrong column."""
        placement = _PLACEMENT_ACTION.fullmatch(action)
        if placement is None or placement[1] != self.verb:
            template = _("“%(action)s” is not possible now: place a card, “%(verb)s:…”.")
            return Problem("not_now", template, {"action": action, "verb": self.verb})
        card = self.cards[placement[2]]
        return (
            placement_problem(card, int(placement[3]), self.wall)
            if card in self.available_cards
            else self.unavailable_problem(card)
        )

    def after(self, action: str) -> Position:
        """Return the next position; an illegal action counts as the first legal one."""
        legal = self.legal_actions()
        card, column_number = self._card_and_column(action if action in legal else legal[0])
        wall = with_card(self.wall, card, column_number)
        return self.after_placement(card, {**self.walls, self.turn: wall})

    def _card_and_column(self, action: str) -> tuple[Card, int]:
        """Return the card and the column, counted from 1, of a legal action."""
        card_text, _at, column_number = action.partition(":")[2].partition("@")
        return self.cards[card_text], int(column_number)
