"""Another movement before the start: what fits who has come, and what a change has made of the plan."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.problems import Problem, Refused
from games.text import gettext_noop
from tournaments.actions.actor import Actor
from tournaments.actions.replanning import ChosenMovement, choose_movement
from tournaments.forms import sentence
from tournaments.models import Event, Session
from tournaments.movements.advice import advise
from tournaments.movements.catalogue import get_movement
from tournaments.movements.evening import MINUTES, Evening
from tournaments.queries.pace import minutes_per_board
from tournaments.queries.pairs import Pairs
from tournaments.templatetags.contestants import contestants_counted
from tournaments.templatetags.sentences import hours
from tournaments.web.proposals import ShownProposal, shown, value_of

_GONE = Problem(
    "no_proposal", gettext_noop("This movement no longer fits: choose one of those shown."), field="movement"
)
_HALF_AN_HOUR = 30


@dataclass(frozen=True)
class Replanning:
    """The movements that fit an event's contestants in `minutes`; `problems` where none does, in words."""

    minutes: int | str
    proposals: list[ShownProposal]
    problems: list[str]

    @property
    def is_other(self) -> bool:
        """Whether what is proposed first is not what is planned."""
        return bool(self.proposals) and not self.proposals[0].chosen


def replanning(event: Event, session: Session, pairs: Pairs, typed: str | None) -> Replanning:
    """The proposals for the minutes typed, or for the time the plan takes, up to the next half-hour."""
    minutes = -(-pairs.minutes // _HALF_AN_HOUR) * _HALF_AN_HOUR if typed is None else typed
    movement = get_movement(session.stage.movement_key, session.stage.movement_options)
    planned = value_of(movement.key, movement.options)
    try:
        return Replanning(minutes, shown(advise(_evening(event, minutes)), planned), [])
    except Refused as refused:
        return Replanning(minutes, [], [sentence(problem) for problem in refused.problems])


def choose(event: Event, session: Session, minutes: str, value: str, actor: Actor) -> None:
    """Plan by the proposal shown under `value` for so many minutes; raises `Refused` when it is none."""
    found = [each.proposal for each in shown(advise(_evening(event, minutes)), value) if each.value == value]
    if not found:
        raise Refused([_GONE])
    best = found[0]
    chosen = ChosenMovement(best.movement, best.options, best.rounds, best.boards_per_round)
    choose_movement(session.stage, chosen, actor)


def change_told(event: Event, before: Pairs, after: Pairs) -> str:
    """What was planned and what is planned now, in a sentence."""
    template = gettext("Before: %(before)s. Now: %(after)s.")
    return template % {"before": _told(event, before), "after": _told(event, after)}


def _told(event: Event, pairs: Pairs) -> str:
    template = gettext("%(contestants)s, %(movement)s, %(rounds)s × %(boards)s boards, done in %(time)s")
    return template % {
        "contestants": contestants_counted(event.players_each, len(pairs.contestants)),
        "movement": gettext(pairs.movement),
        "rounds": pairs.rounds,
        "boards": pairs.boards_per_round,
        "time": hours(pairs.minutes),
    }


def _evening(event: Event, minutes: int | str) -> Evening:
    number = int(minutes) if str(minutes).isdecimal() else 0
    return Evening.of(
        event.game,
        event.contestants.count(),
        event.players_each,
        minutes=min(number, MINUTES[-1] + 1),
        minutes_per_board=minutes_per_board(event.club, event.game).minutes,
    )
