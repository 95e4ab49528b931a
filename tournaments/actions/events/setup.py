"""An evening: an event and its first session, created together or not at all."""

from dataclasses import asdict, dataclass

from games.problems import Problem, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.events.event import EventPlan, create_event
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import Club, Event
from tournaments.movements.catalogue import get_movement
from tournaments.movements.frame.movement import Movement


@dataclass(frozen=True)
class EventSetup:
    """What an organiser decides before an evening: contestants by name as `read_contestants` gives them."""

    event: EventPlan
    contestants: tuple[str, ...]
    rounds: int
    boards_per_round: int


def set_up_event(club: Club, plan: EventSetup, actor: Actor, key: str) -> Answer:
    """The event with its contestants and a session that waits for its deal; the answer names both by number.

    The same `key` again gets the earlier answer. Raises `Refused` when the movement cannot seat so many
    contestants for so many rounds, or has other seats than the game; when the event has no name; and
    `Conflict` when the key came with something else.
    """
    return idempotent(actor, key, [club.pk, asdict(plan)], lambda: create_evening(club, plan, actor))


def refuse_unsuited(movement: Movement, event: Event, boards_per_round: int) -> None:
    """Raises `Refused` where the movement does not suit the event's game, contestants, method or boards.

    A team sits like a pair: it fills a line, whoever it sends. In a knock-out a round is one match: of
    several boards the loser could have won more.
    """
    problems = []
    if movement.lines != event.game.lines or (movement.players_each == 1) != (event.players_each == 1):
        template = _("This movement does not seat the players of this game: choose another.")
        problems.append(Problem("wrong_movement", template, field="movement"))
    if movement.needs_winners and event.method.compares:
        template = _(
            "In a knock-out a table's own result decides: choose a method that does not compare tables, "
            "such as matches won."
        )
        problems.append(Problem("method_compares", template, field="method"))
    if movement.needs_winners and boards_per_round != 1:
        template = _("In a knock-out a round is one match: play one board a round.")
        problems.append(Problem("one_match", template, field="boards_per_round"))
    refuse(problems)


def create_evening(club: Club, plan: EventSetup, actor: Actor) -> Answer:
    """The same without a key, inside an act that has one."""
    movement = get_movement(plan.event.movement_key, plan.event.movement_options)
    movement.plan(len(plan.contestants), plan.rounds, plan.boards_per_round)  # refused now, not at the deal
    stage = create_event(club, plan.event, plan.contestants, actor)
    refuse_unsuited(movement, stage.event, plan.boards_per_round)
    session = create_session(stage, plan.rounds, plan.boards_per_round, actor)
    return {"event": stage.event_id, "session": session.pk}
