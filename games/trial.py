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

_UNKNOWN = _("“%(action)s” is not an action of this game.")
_OVER = _("“%(action)s” comes after the end of play.")
_LONGEST = 40
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
        return self._tricks[-1] if self._tricks and not self._is_cleared else ()

    @cached_property
    def last_trick(self) -> tuple[TrialAction, ...]:
        """The trick before, whole; nothing before there is one."""
        before = self._tricks if self._is_cleared else self._tricks[:-1]
        return before[-1] if before else ()

    @cached_property
    def actions_before_play(self) -> tuple[TrialAction, ...]:
        """What was done before the first card."""
        return tuple(takewhile(lambda each: each.trick is None, self.actions))

    @cached_property
    def other_actions(self) -> tuple[TrialAction, ...]:
        """What was done beside the cards since the last trick began."""
        first = (self.last_trick or self.on_table)[:1]
        since = self.actions[self.actions.index(first[0]) :] if first else ()
        return tuple(each for each in since if each.trick is None)

    @cached_property
    def _tricks(self) -> tuple[tuple[TrialAction, ...], ...]:
        cards = (each for each in self.actions if each.trick is not None)
        return tuple(tuple(trick) for _number, trick in groupby(cards, lambda each: each.trick))

    @property
    def _is_cleared(self) -> bool:
        """Whether nothing lies on the table: a lead is due, or all is over."""
        return self.is_over or self.position.card == 1


def reader_seat(game: Game) -> str:
    """Where who tries a game sits: South, or the first seat of a table that is no compass."""
    return "S" if "S" in game.seats else game.seats[0]


def play_trial(game: Game, board: DealtBoard, own: Sequence[str], others: Random) -> Trial:
    """The trial after `own`, the reader's actions in their order.

    It stops before the first that is not legal; raises ValueError for a board whose cards are not
    known.
    """
    seat = reader_seat(game)
    position, done, count = game.start(board), list[TrialAction](), 0
    refused: Problem | None = None
    while position.turn is not None:
        action = (
            random_legal_action(position, others)
            if position.turn != seat
            else next(iter(own[count:]), None)
        )
        if action is None or (position.turn == seat and (refused := _against(position, action))):
            break
        count += position.turn == seat
        done.append(_done(position, action, seat))
        position = position.after(action)
    if position.turn is None and own[count:]:
        refused = Problem("after_the_end", _OVER, {"action": own[count][:_LONGEST]})
    return Trial(game, board, seat, position, tuple(done), tuple(own[:count]), refused)


def _against(position: Position, action: str) -> Problem | None:
    """Why the reader may not do it."""
    if not position.is_action(action):
        return Problem("unreadable_action", _UNKNOWN, {"action": action[:_LONGEST]})
    return position.violation(action)


def _done(position: Position, action: str, reader: str) -> TrialAction:
    """What the reader is told of an action: another's hidden card he does not see."""
    seat, description = str(position.turn), position.describe(action)
    description = replace(description, words=description.past_text or description.words)
    description = (
        replace(description, card=None) if description.is_hidden and seat != reader else description
    )
    return TrialAction(seat, position.trick, description, position.trick_winner_after(action))
