"""An evening: an event and its first session, created together or not at all."""

from dataclasses import asdict, dataclass

from tournaments.actions.actor import Actor
from tournaments.actions.events import EventPlan, create_event
from tournaments.actions.receipts import Answer, once
from tournaments.actions.sessions import create_session
from tournaments.models import Club
from tournaments.movements.catalogue import get_movement


@dataclass(frozen=True)
class EveningPlan:
    """What an organiser decides before an evening: `pairs` as `read_pairs` gives them, pair 1 first."""

    event: EventPlan
    pairs: tuple[str, ...]
    rounds: int
    boards_per_round: int


def create_evening(club: Club, plan: EveningPlan, actor: Actor, key: str) -> Answer:
    """The event with its contestants and a session that waits for its deal; the answer names both by number.

    The same `key` again gets the earlier answer. Raises `Refused` when the movement cannot seat so many pairs
    for so many rounds or the event has no name, `Conflict` when the key came with something else.
    """
    return once(actor, key, [club.pk, asdict(plan)], lambda: _create(club, plan, actor))


def _create(club: Club, plan: EveningPlan, actor: Actor) -> Answer:
    movement = get_movement(plan.event.movement_key, plan.event.movement_options)
    movement.plan(len(plan.pairs), plan.rounds, plan.boards_per_round)  # refused now rather than at the deal
    stage = create_event(club, plan.event, plan.pairs, actor)
    session = create_session(stage, plan.rounds, plan.boards_per_round, actor)
    return {"event": stage.event_id, "session": session.pk}
