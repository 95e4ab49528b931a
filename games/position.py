"""Protocol of the positions of all games with cards."""

from typing import Protocol

from games.fields import Outcome
from games.position_view import PositionView
from games.problems import Problem


class Position(PositionView, Protocol):
    """A position in the play of a board; immutable. Actions are text."""

    @property
    def turn(self) -> str | None:
        """The seat to act, or None when play is over."""

    @property
    def trick_number(self) -> int | None:
        """Number of the current trick, from 1; None if the next action plays no card to a trick."""

    @property
    def card_number(self) -> int | None:
        """Number of the next card in its trick, from 1; None if the next action plays no card."""

    def legal_actions(self) -> tuple[str, ...]:
        """Return all legal actions: cards in pack order, calls in the order of the rules."""

    def violation(self, action: str) -> Problem | None:
        """Return why an action breaks the rules, or None if it is legal."""

    def is_action(self, action: str) -> bool:
        """Whether the text is an action of the game, legal now or not."""

    def after(self, action: str) -> "Position":
        """Return the next position, also after an illegal action.

        An illegal card counts as played. An illegal call is replaced by the legal one that commits
        the caller least, such as a pass.
        """

    def outcome(self) -> Outcome | None:
        """Return the outcome that the table would record.

        It is None until play is over, and if the cards played are not exactly those dealt.
        """
