"""Another movement for an event that has not begun."""

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
    """A movement under its options, with its rounds, the boards of each, and the minutes it was
    chosen for.

    Of a match of teams both halves are one round, and the boards those of a half.
    """

    key: str
    options: Mapping[str, str]
    rounds: int
    boards_per_round: int
    minutes: int


def choose_movement(session: Session, chosen: ChosenMovement, actor: Actor) -> None:
    """The session is planned anew by another movement; boards that stay keep their cards.

    Raises `ValidationFailed` once the session has started, where it is divided, when the movement
    cannot seat who plays for so many rounds, or does not suit the game, the contestants or the
    method, and when it would be drawn where other sessions were planned, or the other way round.
    """
    movement, event = get_movement(chosen.key, chosen.options), session.stage.event
    require_editable(event, AuditAction.CHOOSE_MOVEMENT)
    check_movement_suits(movement, event, chosen.boards_per_round)
    with transaction.atomic(), replan_around(event, actor):
        section = _only_section(session)
        _refuse_another_kind(section, movement)
        halves = session.stage.halves
        boards = chosen.boards_per_round * halves
        movement.plan(len(contestants_of_section(section)), chosen.rounds, boards)  # refused now
        holder = movement_owner(section)
        holder.movement_key, holder.movement_options = movement.key, dict(movement.options)
        holder.save(update_fields=["movement_key", "movement_options"])
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


def _refuse_another_kind(section: Section, movement: Movement) -> None:
    """Raises `ValidationFailed` where rounds that are planned would be drawn from now on, or the
    other way round.

    What was played before stays what it was, and what is drawn is drawn for everybody of the stage.
    """
    stage = section.session.stage
    begun = stage.sessions.exclude(started_at=None).exists()
    if movement.is_fixed == stage.is_drawn and (begun or section.movement_key):
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
