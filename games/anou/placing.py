"""Anou: a moment in which a card goes into a column, and the words that say so.

Source: as games/anou/columns.py.
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
from games.problems import Problem
from games.shown_moment import ActionInWords
from games.text import Words
from games.text import gettext_noop as _
from games.trick_play import Aside, Cards

_PLACEMENT_ACTION = re.compile(r"(lay|take):([A-Z0-9]+)@([1-4])")


def is_known_action(action: str, cards: Cards) -> bool:
    """Whether it is a card of the pack, or says to lay or take one in a column."""
    placement = _PLACEMENT_ACTION.fullmatch(action)
    return action in cards or bool(placement and placement[2] in cards)


class OpenWallsMixin:
    """What everybody sees of a moment in which each seat has a wall."""

    walls: Walls

    @property
    def open_cards(self) -> Walls:
        """The wall of each seat."""
        return self.walls

    @property
    def open_called(self) -> Words:
        """The walls."""
        return Words(_("The walls"))

    @property
    def so_far(self) -> Mapping[str, Words]:
        """What the walls score as they stand."""
        return wall_score_words(self.walls)


@dataclass(frozen=True)
class PlacementPosition(OpenWallsMixin, Aside):
    """A card is to be placed. `turns` are the seats that still place one each, the one to act
    first.

    Cards never appear in its `repr`.
    """

    cards: Cards = field(repr=False)
    walls: Walls = field(repr=False)
    turns: tuple[str, ...]

    verb: ClassVar[str]
    """How the action begins: a root stone is laid, a card of a trick taken."""

    @property
    @abstractmethod
    def available_cards(self) -> Pack:
        """The cards of which one is placed."""

    @abstractmethod
    def unavailable_problem(self, card: Card) -> Problem:
        """What is wrong with a card that is not at hand."""

    @abstractmethod
    def after_placement(self, card: Card, walls: Walls) -> Position:
        """What follows when `card` has left those at hand and lies in one of `walls`."""

    @property
    def turn(self) -> str:
        """The seat to place a card."""
        return self.turns[0]

    @property
    def wall(self) -> Wall:
        """Those of the seat to act."""
        return self.walls[self.turn]

    def in_words(self, action: str) -> ActionInWords:
        """The card, and its column."""
        text, _colon, number = action.partition(":")[2].partition("@")
        return ActionInWords(Words(_("column %(number)s"), {"number": number}), self.cards[text])

    def legal_actions(self) -> tuple[str, ...]:
        """Every card at hand in pack order, with every column it may go to."""
        available_cards = [card for card in self.cards.values() if card in self.available_cards]
        return tuple(
            f"{self.verb}:{card}@{column_number}"
            for card in available_cards
            for column_number in legal_columns(card, self.wall)
        )

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game, here or elsewhere."""
        return is_known_action(action, self.cards)

    def objection(self, action: str) -> Problem | None:
        """Why it may not be done: another verb is due, the card is not there, or the column is
        wrong."""
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
        """The next moment; what may not be done counts as the first thing that may."""
        legal = self.legal_actions()
        text, _at, number = (
            (action if action in legal else legal[0]).partition(":")[2].partition("@")
        )
        card = self.cards[text]
        return self.after_placement(
            card, {**self.walls, self.turn: with_card(self.wall, card, int(number))}
        )
