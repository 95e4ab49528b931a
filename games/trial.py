"""Trials: a deal that one person plays on his own, against others who play any legal card.

All of it follows from the deal, from what he has done so far and from `others`, by which theirs is
drawn: the same is played again wherever he did the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, takewhile
from random import Random

from games.deals import DealtBoard
from games.game import Game
from games.playout import random_legal_action
from games.position import Position
from games.position_view import ActionDescription, TrickWinner
from games.problems import Problem
from games.text import gettext_noop as _

_NOT_AN_ACTION = _("“%(action)s” is not an action of this game.")
_AFTER_THE_END = _("“%(action)s” comes after the end of play.")
_MAX_SHOWN_LENGTH = 40
"""Letters of something unknown that are said again."""


@dataclass(frozen=True)
class TrialAction:
    """One action: whose, in which trick (None beside the tricks), and what the reader is told of
    it.

    `trick_winner` says who takes the trick that it makes full.
    """

    seat: str
    trick: int | None
    description: ActionDescription
    trick_winner: TrickWinner | None = None


@dataclass(frozen=True)
class Trial:
    """A trial as far as it has come: `own` is what `seat` did, `refused` why it does not go on from
    there.

    Where nothing was refused and play is not over, `position` waits for `seat`.
    """

    game: Game
    board: DealtBoard
    seat: str
    position: Position = field(repr=False)
    actions: tuple[TrialAction, ...] = ()
    reader_actions: tuple[str, ...] = ()
    rejection: Problem | None = None

    @property
    def is_over(self) -> bool:
        """Whether all has been played."""
        return self.position.turn is None

    @cached_property
    def on_table(self) -> tuple[TrialAction, ...]:
        """The cards of the trick that is played, or of one that is full and still dealt with."""
        return self._tricks[-1] if self._tricks and not self._table_is_empty else ()

    @cached_property
    def last_trick(self) -> tuple[TrialAction, ...]:
        """The trick before, whole; nothing before there is one."""
        finished = self._tricks if self._table_is_empty else self._tricks[:-1]
        return finished[-1] if finished else ()

    @cached_property
    def actions_before_play(self) -> tuple[TrialAction, ...]:
        """What was done before the first card."""
        return tuple(takewhile(lambda action: action.trick is None, self.actions))

    @cached_property
    def other_actions(self) -> tuple[TrialAction, ...]:
        """What was done beside the cards since the last trick began."""
        first_card = (self.last_trick or self.on_table)[:1]
        since = self.actions[self.actions.index(first_card[0]) :] if first_card else ()
        return tuple(action for action in since if action.trick is None)

    @cached_property
    def _tricks(self) -> tuple[tuple[TrialAction, ...], ...]:
        cards = (action for action in self.actions if action.trick is not None)
        return tuple(tuple(trick) for _number, trick in groupby(cards, lambda action: action.trick))

    @property
    def _table_is_empty(self) -> bool:
        """Whether nothing lies on the table: a lead is due, or all is over."""
        return self.is_over or self.position.card == 1


def reader_seat(game: Game) -> str:
    """Where who tries a game sits: South, or the first seat of a table that is no compass."""
    return "S" if "S" in game.seats else game.seats[0]


def play_trial(
    game: Game, board: DealtBoard, reader_actions: Sequence[str], random: Random
) -> Trial:
    """The trial after `reader_actions`, the reader's actions in their order.

    It stops before the first that is not legal; raises ValueError for a board whose cards are not
    known.
    """
    seat = reader_seat(game)
    position, actions, taken = game.start(board), list[TrialAction](), 0
    rejection: Problem | None = None
    while position.turn is not None:
        action = (
            random_legal_action(position, random)
            if position.turn != seat
            else next(iter(reader_actions[taken:]), None)
        )
        if action is None or (
            position.turn == seat and (rejection := _rejection(position, action))
        ):
            break
        taken += position.turn == seat
        actions.append(_trial_action(position, action, seat))
        position = position.after(action)
    if position.turn is None and reader_actions[taken:]:
        rejection = Problem(
            "after_the_end", _AFTER_THE_END, {"action": reader_actions[taken][:_MAX_SHOWN_LENGTH]}
        )
    return Trial(
        game, board, seat, position, tuple(actions), tuple(reader_actions[:taken]), rejection
    )


def _rejection(position: Position, action: str) -> Problem | None:
    """Why the reader may not do it."""
    if not position.is_action(action):
        return Problem("unreadable_action", _NOT_AN_ACTION, {"action": action[:_MAX_SHOWN_LENGTH]})
    return position.violation(action)


def _trial_action(position: Position, action: str, reader_seat: str) -> TrialAction:
    """What the reader is told of an action: another's hidden card he does not see."""
    seat, description = str(position.turn), position.describe(action)
    description = replace(description, words=description.past_text or description.words)
    description = (
        replace(description, card=None)
        if description.is_hidden and seat != reader_seat
        else description
    )
    return TrialAction(seat, position.trick, description, position.trick_winner_after(action))
