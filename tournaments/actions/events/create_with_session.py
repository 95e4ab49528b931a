"""Create an event together with its first session."""

from dataclasses import asdict, dataclass

from games.catalogue import get_game
from games.problems import raise_if_any
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.movement_checks import check_movement_suits
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.people.similar_names import similar_name_problems
from tournaments.actions.rounds.division import Division, divide_session
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import Club, Session
from tournaments.movements.catalogue import get_movement
from tournaments.permissions.actor import Actor


@dataclass(frozen=True)
class EventSetup:
    """What an organiser decides about an event and its first session.

    `contestants` are names; an empty text creates an unnamed contestant. A team match of two halves
    counts as one of the `rounds`, and `boards_per_round` is the number of boards in each half.
    `division` is None if the session has one section. `minutes` is how long the session may last,
    None if unknown.
    """

    event: EventPlan
    contestants: tuple[str, ...]
    rounds: int
    boards_per_round: int
    division: Division | None = None
    minutes: int | None = None


def create_event_from_names(club: Club, setup: EventSetup, actor: Actor, key: str) -> Answer:
    """Create an event with its contestants and an undealt session; reject misspelt names.

    The answer has the ids of the event and its session. `key` is the idempotency key; `Conflict` is
    raised if it was used for another setup. Raises `ValidationFailed` if the event has no name, if
    the movement does not suit the game or cannot seat the contestants for these rounds, and if a
    name looks like a misspelling of a player's name in the club.
    """

    def create() -> Answer:
        event = setup.event
        players_each = (
            event.players_each or get_game(event.game_key, event.options).contestant_sizes[0]
        )
        raise_if_any(similar_name_problems(club, setup.contestants, players_each))
        return create_event_with_session(club, setup, actor)

    return idempotent(actor, key, [club.pk, asdict(setup)], create)


def create_event_with_session(club: Club, setup: EventSetup, actor: Actor) -> Answer:
    """Create an event and its first session; call inside `idempotent`.

    Unlike `create_event_from_names`, this function accepts names that look misspelt.
    """
    movement = get_movement(setup.event.movement_key, setup.event.movement_options)
    if setup.division is None:
        # Otherwise this error would be raised only when the session is dealt.
        boards_per_movement_round = setup.boards_per_round * setup.event.halves
        movement.plan(len(setup.contestants), setup.rounds, boards_per_movement_round)
    stage = create_event(club, setup.event, setup.contestants, actor)
    check_movement_suits(movement, stage.event, setup.boards_per_round)
    session = create_session(stage, setup.rounds * stage.halves, setup.boards_per_round, actor)
    Session.objects.filter(pk=session.pk).update(minutes_available=setup.minutes)
    if setup.division:
        divide_session(session, setup.division, actor)
    return {"event": stage.event_id, "session": session.pk}
