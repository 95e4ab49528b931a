"""Another movement for an event that has not begun."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.events.setup import refuse_unsuited
from tournaments.actions.rounds.plan_rows import reseating
from tournaments.models import Session, Stage, Verb
from tournaments.movements.catalogue import get_movement


@dataclass(frozen=True)
class ChosenMovement:
    """A movement under its options, with its rounds and the boards of each."""

    key: str
    options: Mapping[str, str]
    rounds: int
    boards_per_round: int


def choose_movement(stage: Stage, chosen: ChosenMovement, actor: Actor) -> None:
    """Every session of the stage is planned anew by another movement; boards that stay keep their cards.

    Raises `Refused` once a session has started, and when the movement cannot seat the contestants of the
    event for so many rounds, or does not suit the game, the contestants or the method.
    """
    movement, event = get_movement(chosen.key, chosen.options), stage.event
    refuse_unsuited(movement, event, chosen.boards_per_round)
    with transaction.atomic(), reseating(event, actor):
        movement.plan(event.contestants.count(), chosen.rounds, chosen.boards_per_round)  # refused now
        Stage.objects.filter(pk=stage.pk).update(
            movement_key=movement.key, movement_options=dict(movement.options)
        )
        Session.objects.filter(stage=stage).update(
            rounds_planned=chosen.rounds, boards_per_round=chosen.boards_per_round
        )
        record(actor, Verb.CHOOSE_MOVEMENT, event, movement=movement.key, options=dict(movement.options))
