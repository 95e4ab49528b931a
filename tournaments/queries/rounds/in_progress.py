"""Find the running session, the rounds that have not started, and the last round step."""

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
    """Return which of these sessions is running; raises `ValidationFailed` if none is."""
    running = sessions.filter(stage__event=event, state=Session.State.RUNNING)
    session = (
        running.select_related("stage__event__club").order_by("stage__number", "number").last()
    )
    if session is None:
        raise _not_running()
    return session


def check_running(session: Session) -> None:
    """Raise `ValidationFailed` unless the loaded session is running."""
    if session.state != Session.State.RUNNING:
        raise _not_running()


def _not_running() -> ValidationFailed:
    return ValidationFailed([Problem("not_running", _NOT_RUNNING)])


def upcoming_rounds(session: Session) -> list[Round]:
    """Return the rounds that have not started, by number.

    The second half of a team match that has started is not one of them.
    """
    rounds = list(
        Round.objects.filter(section__session=session).order_by("number", "section__number")
    )
    halves_per_match = session.stage.halves
    match_keys = [
        (round_.section_id, match_round_number(round_.number, halves_per_match))
        for round_ in rounds
    ]
    started = {key for round_, key in zip(rounds, match_keys, strict=True) if round_.started_at}
    return [round_ for round_, key in zip(rounds, match_keys, strict=True) if key not in started]


@dataclass(frozen=True)
class LastRoundStep:
    """The last action that started or ended a round, with the sections it concerned.

    `sections` is empty if it concerned all. `is_section_start` is true if it started these
    sections, `is_round_end` if it ended the round `number`; if both are false, it started that
    round.
    """

    step: UndoStep
    sections: tuple[str, ...]
    is_section_start: bool
    is_round_end: bool
    number: int


def last_round_steps(session: Session) -> list[LastRoundStep]:
    """Return the last effective action that started or ended a round in each section.

    The latest comes first; an action that was the last of several sections is listed once.
    """
    names = dict(session.sections.order_by("number").values_list("pk", "name"))
    section_and_number = {
        round_id: (section_id, round_number)
        for round_id, section_id, round_number in Round.objects.filter(
            section__in=names
        ).values_list("pk", "section_id", "number")
    }
    steps: list[LastRoundStep] = []
    missing_section_ids = set(names)
    for step, round_ids in round_boundary_steps(session).items():
        boundaries = [
            section_and_number[round_id] for round_id in round_ids if round_id in section_and_number
        ]
        section_ids = missing_section_ids & {section_id for section_id, _round_number in boundaries}
        missing_section_ids -= section_ids
        if section_ids:
            section_names = (
                ()
                if len(section_ids) == len(names)
                else tuple(names[round_id] for round_id in names if round_id in section_ids)
            )
            action, first_round_number = (
                original_action(step),
                min(round_number for _section_id, round_number in boundaries),
            )
            is_round_end = action == AuditAction.END_ROUND
            steps.append(
                LastRoundStep(
                    step, section_names, action in START_ACTIONS, is_round_end, first_round_number
                )
            )
    return steps
