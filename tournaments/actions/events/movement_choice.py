"""Change the movement of a session that has not started."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.events.movement_checks import check_movement_suits
from tournaments.actions.rounds.plan_rows import movement_owner, replan_around, set_planned_rounds
from tournaments.models import AuditAction, Section, Session
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import get_movement
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.rounds.seating import contestants_of_section


@dataclass(frozen=True)
class ChosenMovement:
    """A movement with its options, rounds and boards, chosen for a session of some minutes.

    The two halves of a team match count as one of the `rounds`. `boards_per_round` is the number of
    boards in a half.
    """

    key: str
    options: Mapping[str, str]
    rounds: int
    boards_per_round: int
    minutes: int


def choose_movement(session: Session, chosen: ChosenMovement, actor: Actor) -> None:
    """Plan a session again with another movement; boards that remain keep their cards.

    Raises `ValidationFailed` once the session has started, if it has several sections, if the
    movement does not suit the event or cannot seat the contestants for these rounds, and if either
    the movement or the rest of the stage has drawn rounds and the other has planned ones.
    """
    movement, event = get_movement(chosen.key, chosen.options), session.stage.event
    require_editable(event, AuditAction.CHOOSE_MOVEMENT)
    check_movement_suits(movement, event, chosen.boards_per_round)
    with transaction.atomic(), replan_around(event, actor):
        section = _only_section(session)
        _check_drawn_like_stage(section, movement)
        halves = session.stage.halves
        boards = chosen.boards_per_round * halves
        # Raises if the movement cannot seat the contestants.
        movement.plan(len(contestants_of_section(section)), chosen.rounds, boards)
        owner = movement_owner(section)
        owner.movement_key, owner.movement_options = movement.key, dict(movement.options)
        owner.save(update_fields=["movement_key", "movement_options"])
        Session.objects.filter(pk=session.pk).update(
            boards_per_round=chosen.boards_per_round, minutes_available=chosen.minutes
        )
        set_planned_rounds(section, chosen.rounds * halves)
        record_audit(
            actor,
            AuditAction.CHOOSE_MOVEMENT,
            event,
            movement=movement.key,
            options=dict(movement.options),
        )


def _check_drawn_like_stage(section: Section, movement: Movement) -> None:
    """Raise `ValidationFailed` if a stage would have both drawn and planned rounds.

    Rounds are drawn for all contestants of a stage. So the kind cannot change after a session of
    the stage has started, or if the section has a movement that differs from the stage's.
    """
    stage = section.session.stage
    has_started = stage.sessions.exclude(started_at=None).exists()
    if movement.is_fixed == stage.is_drawn and (has_started or section.movement_key):
        template = _(
            "The sessions of a stage are all drawn, or all planned: choose another movement."
        )
        raise ValidationFailed([Problem("another_kind", template, field="movement")])


def _only_section(session: Session) -> Section:
    sections = list(session.sections.select_related("session__stage__event"))
    if len(sections) > 1:
        template = _("The session is divided into sections: each has a movement of its own.")
        raise ValidationFailed([Problem("divided", template)])
    return sections[0]
