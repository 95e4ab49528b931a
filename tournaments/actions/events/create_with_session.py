"""An evening: an event and its first session, created together or not at all."""

from dataclasses import asdict, dataclass

from games.catalogue import get_game
from games.problems import raise_if_any
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.movement_checks import check_movement_suits
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.people.near_twins import near_twin_problems
from tournaments.actions.rounds.division import Division, divide_session
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import Club, Session
from tournaments.movements.catalogue import get_movement
from tournaments.permissions.actor import Actor


@dataclass(frozen=True)
class EventSetup:
    """What an organiser decides before an evening: contestants by name as `read_contestants`
    gives them."""

    event: EventPlan
    contestants: tuple[str, ...]
    rounds: int
    """As the movement counts them: the halves of a match of teams are one round."""
    boards_per_round: int
    """Of a match of teams those of a half."""
    division: Division | None = None
    """How the session is divided; None where all play by the movement of the event."""
    minutes: int | None = None
    """For how long the session may last; None where nobody said."""


def set_up_event(club: Club, plan: EventSetup, actor: Actor, key: str) -> Answer:
    """The event with its contestants and a session that waits for its deal; the answer names both
    by number.

    The same `key` again gets the earlier answer. Raises `ValidationFailed` when the movement cannot
    seat so many contestants for so many rounds, or has other seats than the game; when the event
    has no name, or a name is rather another spelling of somebody whom the club knows; and
    `Conflict` when the key came with something else.
    """
    body = [club.pk, asdict(plan)]
    return idempotent(actor, key, body, lambda: _create_with_typed_names(club, plan, actor))


def _create_with_typed_names(club: Club, plan: EventSetup, actor: Actor) -> Answer:
    """The same without a key, unless a name is rather another spelling of somebody whom the club
    knows."""
    event = plan.event
    players_each = event.players_each or get_game(event.game_key, event.options).contestant_sizes[0]
    raise_if_any(near_twin_problems(club, plan.contestants, players_each))
    return create_event_with_session(club, plan, actor)


def create_event_with_session(club: Club, plan: EventSetup, actor: Actor) -> Answer:
    """The same without a key, inside an act that has one; names are taken as they are."""
    movement = get_movement(plan.event.movement_key, plan.event.movement_options)
    if plan.division is None:  # refused now, not at the deal
        boards = plan.boards_per_round * plan.event.halves
        movement.plan(len(plan.contestants), plan.rounds, boards)
    stage = create_event(club, plan.event, plan.contestants, actor)
    check_movement_suits(movement, stage.event, plan.boards_per_round)
    session = create_session(stage, plan.rounds * stage.halves, plan.boards_per_round, actor)
    Session.objects.filter(pk=session.pk).update(minutes_available=plan.minutes)
    if plan.division:
        divide_session(session, plan.division, actor)
    return {"event": stage.event_id, "session": session.pk}
