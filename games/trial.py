"""Trials: a learner plays a deal alone; the other seats play at random.

A trial follows from the deal, the learner's actions, and the random generator of the other seats:
the same actions always lead to the same position.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, takewhile
from random import Random

from games.deals import BoardSetup
from games.game import Game
from games.playout import random_legal_action
from games.position import Position
from games.position_view import ActionDescription, TrickWinner
from games.problems import Problem
from games.text import gettext_noop as _

_NOT_AN_ACTION = _("“%(action)s” is not an action of this game.")
_AFTER_THE_END = _("“%(action)s” comes after the end of play.")

# Unknown actions are quoted up to this length.
_MAX_SHOWN_LENGTH = 40


@dataclass(frozen=True)
class TrialAction:
    """An action that was carried out, as the learner sees it.

    `trick_number` is None outside tricks; `trick_winner` is set by the card that completes a trick.
    """

    seat: str
    trick_number: int | None
    description: ActionDescription
    trick_winner: TrickWinner | None = None


@dataclass(frozen=True)
class Trial:
    """State of a trial, in which the learner sits on `seat`; `rejection` is why it stopped.

    `learner_actions` are the learner's legal actions. If none was rejected and play is not over, it
    is the learner's turn in `position`.
    """

    game: Game
    board: BoardSetup
    seat: str
    position: Position = field(repr=False)
    actions: tuple[TrialAction, ...] = ()
    reader_actions: tuple[str, ...] = ()
    rejection: Problem | None = None

    @property
    def is_over(self) -> bool:
        """Whether play is over."""
        return self.position.turn is None

    @cached_property
    def on_table(self) -> tuple[TrialAction, ...]:
        """Cards of the current trick, or of a complete one that still requires an action."""
        return self._tricks[-1] if self._tricks and not self._is_table_empty else ()

    @cached_property
    def last_trick(self) -> tuple[TrialAction, ...]:
        """The latest complete trick that is no longer on the table; empty if there is none."""
        finished = self._tricks if self._is_table_empty else self._tricks[:-1]
        return finished[-1] if finished else ()

    @cached_property
    def actions_before_play(self) -> tuple[TrialAction, ...]:
        """Actions before the first card."""
        return tuple(takewhile(lambda action: action.trick_number is None, self.actions))

    @cached_property
    def other_actions(self) -> tuple[TrialAction, ...]:
        """Actions other than cards since the first card of `last_trick`, or else of `on_table`."""
        first_card = (self.last_trick or self.on_table)[:1]
        since = self.actions[self.actions.index(first_card[0]) :] if first_card else ()
        return tuple(action for action in since if action.trick_number is None)

    @cached_property
    def _tricks(self) -> tuple[tuple[TrialAction, ...], ...]:
        cards = (action for action in self.actions if action.trick_number is not None)
        return tuple(
            tuple(trick) for _number, trick in groupby(cards, lambda action: action.trick_number)
        )

    @property
    def _is_table_empty(self) -> bool:
        """Whether no cards are on the table: a lead is due, or play is over."""
        return self.is_over or self.position.card_number == 1


def learner_seat(game: Game) -> str:
    """Return the seat of the learner: South, or the first seat if it is not a compass table."""
    return "S" if "S" in game.seats else game.seats[0]


def play_trial(
    game: Game, board: BoardSetup, reader_actions: Sequence[str], random: Random
) -> Trial:
    """Play a trial with the learner's actions, up to the learner's next turn.

    The trial stops before the first illegal action. Raises ValueError if the cards are not known.
    """
    seat = learner_seat(game)
    position, actions, taken_count = game.starting_position(board), list[TrialAction](), 0
    rejection: Problem | None = None
    while position.turn is not None:
        action = (
            random_legal_action(position, random)
            if position.turn != seat
            else next(iter(reader_actions[taken_count:]), None)
        )
        if action is None or (
            position.turn == seat and (rejection := _rejection(position, action))
        ):
            break
        taken_count += position.turn == seat
        actions.append(_trial_action(position, action, seat))
        position = position.after(action)
    if position.turn is None and reader_actions[taken_count:]:
        rejection = Problem(
            "after_the_end",
            _AFTER_THE_END,
            {"action": reader_actions[taken_count][:_MAX_SHOWN_LENGTH]},
        )
    return Trial(
        game, board, seat, position, tuple(actions), tuple(reader_actions[:taken_count]), rejection
    )


def _rejection(position: Position, action: str) -> Problem | None:
    """Return why the learner's action is rejected, or None."""
    if not position.is_action(action):
        return Problem("unreadable_action", _NOT_AN_ACTION, {"action": action[:_MAX_SHOWN_LENGTH]})
    return position.violation(action)


def _trial_action(position: Position, action: str, learner_seat: str) -> TrialAction:
    """Describe an action for the learner, without the hidden card of another seat."""
    seat, description = str(position.turn), position.describe(action)
    description = replace(description, text=description.past_text or description.text)
    description = (
        replace(description, card=None)
        if description.is_hidden and seat != learner_seat
        else description
    )
    return TrialAction(
        seat, position.trick_number, description, position.trick_winner_after(action)
    )
