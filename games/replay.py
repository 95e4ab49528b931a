"""Replay of play records, with a check of every action against the rules of the game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games import records
from games.fields import Outcome
from games.position import Position
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.x import X


@dataclass(frozen=True)
class Irregularity:
    """An action against the rules: where it happened, what rule it broke, what was legal.

    `action_index` counts from 0. `trick_number` and `card_number` count from 1; they are None
    outside tricks.
    """

    action_index: int
    trick_number: int | None
    card_number: int | None
    seat: str
    action: str
    legal_actions: tuple[str, ...]
    problem: Problem

    def as_json(self) -> dict[str, Any]:
        """Return the irregularity for the output of the `replay` command."""
        return {
            "action": self.action_index,
            "trick": self.trick_number,
            "card": self.card_number,
            "seat": self.seat,
            "played": self.action,
            "legal": list(self.legal_actions),
            "code": self.problem.code,
            "message": self.problem.message,
        }


@dataclass(frozen=True)
class Replay:
    """Result of a replay.

    `outcome` and `x` are None if play is unfinished or the cards played are not those dealt.
    `outcome_differences` has the values that the record states, where they differ from `outcome`.
    """

    irregularities: tuple[Irregularity, ...] = field(repr=False)
    outcome: Outcome | None
    x: dict[str, X] | None
    outcome_differences: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_legal(self) -> bool:
        """Whether every action was legal."""
        return not self.irregularities

    def as_json(self) -> dict[str, Any]:
        """Return the result for the output of the `replay` command.

        X is a number, or text such as `"7/2"` if it is a fraction.
        """
        differences = (
            {"said_otherwise": dict(self.outcome_differences)} if self.outcome_differences else {}
        )
        return {
            "legal": self.is_legal,
            "irregularities": [irregularity.as_json() for irregularity in self.irregularities],
            "outcome": self.outcome,
            "x": self.x and {line: _x_as_json(x) for line, x in self.x.items()},
            **differences,
        }


def replay(record: records.Record) -> Replay:
    """Replay a record, carrying out illegal actions as if they were legal.

    Raises `ValidationFailed` for texts that are not actions of the game, and for an action after
    the end of play. An action after the end is reported together with the first irregularity, which
    may be its cause.
    """
    position, problems = record.game.starting_position(record.board), list[Problem]()
    irregularities: list[Irregularity] = []
    for index, action in enumerate(record.actions):
        if position.turn is None:
            problems += [
                *_first_mistake(irregularities),
                _action_problem("after_the_end", index, action),
            ]
            break
        if not position.is_action(action):
            problems.append(_action_problem("unreadable_action", index, action))
            continue
        irregularities += _irregularities(position, index, action)
        position = position.after(action)
    raise_if_any(problems)
    outcome = position.outcome()
    x = None if outcome is None else record.game.raw_results(outcome, record.board)
    return Replay(tuple(irregularities), outcome, x, _differences(record.stated_outcome, outcome))


def replay_all(values: Iterable[object]) -> list[Replay]:
    """Parse and replay several records.

    Raises `ValidationFailed` with the problems of all of them; `line` is the number of the record.
    """
    replays, problems = [], []
    for number, record in enumerate(values, 1):
        try:
            replays.append(replay(records.parse_record(record)))
        except ValidationFailed as failed:
            problems += [replace(problem, line=number) for problem in failed.problems]
    raise_if_any(problems)
    return replays


def _x_as_json(x: X) -> int | str:
    return int(x) if x == int(x) else str(x)


def _differences(stated: Mapping[str, object], outcome: Outcome | None) -> dict[str, object]:
    """Return the stated fields that differ from the outcome of a finished play."""
    if outcome is None:
        return {}
    return {name: value for name, value in stated.items() if outcome.get(name) != value}


_MESSAGES = {
    "unreadable_action": _("Action %(index)s: “%(action)s” is not an action of this game."),
    "first_mistake": _("Action %(index)s: “%(action)s” was the first against the rules. %(why)s"),
    "after_the_end": _("Action %(index)s: “%(action)s” comes after the end of play."),
}


def _action_problem(code: str, index: int, action: str) -> Problem:
    return Problem(code, _MESSAGES[code], {"index": index, "action": action}, "actions")


def _first_mistake(irregularities: Sequence[Irregularity]) -> list[Problem]:
    for first in irregularities[:1]:
        params = {"index": first.action_index, "action": first.action, "why": first.problem.message}
        return [Problem("first_mistake", _MESSAGES["first_mistake"], params, "actions")]
    return []


def _irregularities(position: Position, index: int, action: str) -> list[Irregularity]:
    problem = position.violation(action)
    if problem is None or position.turn is None:
        return []
    legal_actions = position.legal_actions()
    return [
        Irregularity(
            index,
            position.trick_number,
            position.card_number,
            position.turn,
            action,
            legal_actions,
            problem,
        )
    ]
