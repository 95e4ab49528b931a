"""An evening: an event and its first session, created together or not at all."""

from dataclasses import asdict, dataclass

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.events import EventPlan, create_event
from tournaments.actions.receipts import Answer, once
from tournaments.actions.sessions import create_session
from tournaments.models import Club, Event
from tournaments.movements.catalogue import get_movement
from tournaments.movements.movement import Movement


@dataclass(frozen=True)
class EveningPlan:
    """What an organiser decides before an evening: contestants by name as `read_contestants` gives them."""

    event: EventPlan
    contestants: tuple[str, ...]
    rounds: int
    boards_per_round: int


def create_evening(club: Club, plan: EveningPlan, actor: Actor, key: str) -> Answer:
    """The event with its contestants and a session that waits for its deal; the answer names both by number.

    The same `key` again gets the earlier answer. Raises `Refused` when the movement cannot seat so many
    contestants for so many rounds, or has other seats than the game; when the event has no name; and
    `Conflict` when the key came with something else.
    """
    return once(actor, key, [club.pk, asdict(plan)], lambda: _create(club, plan, actor))


def refuse_other_seats(movement: Movement, event: Event) -> None:
    """Raises `Refused` where the movement has other seats than the game, or moves pairs of single players."""
    if (movement.lines, movement.players_each) != (event.game.lines, event.players_each):
        template = _("This movement does not seat the players of this game: choose another.")
        raise Refused([Problem("wrong_movement", template, field="movement")])


def _create(club: Club, plan: EveningPlan, actor: Actor) -> Answer:
    movement = get_movement(plan.event.movement_key, plan.event.movement_options)
    movement.plan(len(plan.contestants), plan.rounds, plan.boards_per_round)  # refused now, not at the deal
    stage = create_event(club, plan.event, plan.contestants, actor)
    refuse_other_seats(movement, stage.event)
    session = create_session(stage, plan.rounds, plan.boards_per_round, actor)
    return {"event": stage.event_id, "session": session.pk}
