"""A moment of play, as every game with cards makes it."""

from typing import Protocol

from games.fields import Outcome
from games.position_view import PositionView
from games.problems import Problem


class Position(PositionView, Protocol):
    """A moment of play: immutable, made by `Game.start` and by `after`. Actions are text."""

    @property
    def turn(self) -> str | None:
        """The seat to act, or None when play is over."""

    @property
    def trick(self) -> int | None:
        """The trick being played, from 1; None while the action is not a card."""

    @property
    def card(self) -> int | None:
        """The place in the trick of the card to come, from 1; None while the action is not a
        card."""

    def legal_actions(self) -> tuple[str, ...]:
        """Every legal action: cards in pack order, calls in the order the rules name them."""

    def violation(self, action: str) -> Problem | None:
        """Why `action` is against the rules here, or None when it is legal."""

    def is_action(self, action: str) -> bool:
        """Whether `action` is a word of the game at all, legal here or not."""

    def after(self, action: str) -> "Position":
        """The next position, as if `action` were allowed (an illegal call counts as the mildest
        one)."""

    def outcome(self) -> Outcome | None:
        """What the table would write down; None while play goes on, or when its cards do not add
        up."""
