"""Which session is played, which rounds are to come, and when rounds began and ended last."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import AuditAction, Event, Round, Session, UndoStep
from tournaments.movements.base.team_matches import match_round_number
from tournaments.queries.history.undo_steps import (
    START_ACTIONS,
    original_action,
    round_boundary_steps,
)

_NOT_RUNNING = _("Nothing is being played now.")


def get_running_session(event: Event, sessions: QuerySet[Session]) -> Session:
    """That of some sessions which is being played; raises `ValidationFailed` where there is
    none."""
    running = sessions.filter(stage__event=event, state=Session.State.RUNNING)
    session = (
        running.select_related("stage__event__club").order_by("stage__number", "number").last()
    )
    if session is None:
        raise _not_running()
    return session


def check_running(session: Session) -> None:
    """Raises `ValidationFailed` where a session is not being played, by the row that was read of
    it."""
    if session.state != Session.State.RUNNING:
        raise _not_running()


def _not_running() -> ValidationFailed:
    return ValidationFailed([Problem("not_running", _NOT_RUNNING)])


def upcoming_rounds(session: Session) -> list[Round]:
    """Those that have not begun, by number; of teams none of a match whose first half has begun."""
    rounds = list(
        Round.objects.filter(section__session=session).order_by("number", "section__number")
    )
    halves = session.stage.halves
    turns = [(each.section_id, match_round_number(each.number, halves)) for each in rounds]
    begun = {turn for each, turn in zip(rounds, turns, strict=True) if each.started_at}
    return [each for each, turn in zip(rounds, turns, strict=True) if turn not in begun]


@dataclass(frozen=True)
class LastRoundStep:
    """The act, and the names of the sections whose last turn it was; none where it was that of all.

    `starts`: with it these sections began to play; `ends`: it ended the round of that `number`,
    which it began otherwise.
    """

    act: UndoStep
    sections: tuple[str, ...]
    starts: bool
    ends: bool
    number: int


def last_round_steps(session: Session) -> list[LastRoundStep]:
    """Of each section of a session the last act that ended a round or began one and was not undone.

    The latest first; an act that was the last one of several sections is there once.
    """
    names = dict(session.sections.order_by("number").values_list("pk", "name"))
    of_round = {
        pk: (section, number)
        for pk, section, number in Round.objects.filter(section__in=names).values_list(
            "pk", "section_id", "number"
        )
    }
    found: list[LastRoundStep] = []
    missing = set(names)
    for act, rounds in round_boundary_steps(session).items():
        turned = [of_round[each] for each in rounds if each in of_round]
        here = missing & {section for section, _number in turned}
        missing -= here
        if here:
            called = (
                ()
                if len(here) == len(names)
                else tuple(names[each] for each in names if each in here)
            )
            verb, number = original_action(act), min(number for _section, number in turned)
            ends = verb == AuditAction.END_ROUND
            found.append(LastRoundStep(act, called, verb in START_ACTIONS, ends, number))
    return found
