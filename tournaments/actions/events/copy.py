"""The same again: an event made like another one, on another day."""

from dataclasses import asdict, dataclass
from datetime import datetime

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.events.event import EventPlan
from tournaments.actions.events.setup import EventSetup, create_evening
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.rounds.plan_rows import best_movement
from tournaments.models import Contestant, Event, Partner, Session, Stage, Verb
from tournaments.movements.catalogue import get_movement

_NO_PLAN = _("The results of this event come from elsewhere: it has no movement to copy. Make a new event.")


@dataclass(frozen=True)
class EventCopy:
    """What the copy is called and when it begins; with `same_contestants` who plays is known too."""

    name: str
    starts_at: datetime | None = None
    same_contestants: bool = False


def copy_event(event_id: int, copy: EventCopy, actor: Actor, key: str) -> Answer:
    """An event with as many contestants and a session, a seed of its own, that waits for its deal.

    The answer names both by number; the same `key` again gets the earlier answer. Who plays is nobody yet,
    or the same people, who have neither paid nor left. Raises `Refused` for what is wrong with name or day,
    and where there is no movement to copy.
    """
    return idempotent(actor, key, ["copy", event_id, asdict(copy)], lambda: _copy(event_id, copy, actor))


def _copy(event_id: int, copy: EventCopy, actor: Actor) -> Answer:
    event = Event.objects.select_related("club").get(pk=event_id)
    answer = create_evening(event.club, _setup(event, copy), actor)
    made = Event.objects.select_related("club").get(pk=answer["event"])
    if copy.same_contestants:
        _enter_the_same(event, made)
    record(actor, Verb.COPY_EVENT, made, of=event.pk)
    return answer


def _setup(event: Event, copy: EventCopy) -> EventSetup:
    session = Session.objects.filter(stage__event=event).order_by("stage__number", "number").first()
    stage = event.stages.order_by("number").first()
    if session is None or stage is None or not stage.movement_key:
        raise Refused([Problem("no_plan", _NO_PLAN)])
    contestants = event.contestants.count()
    key, options = _movement(stage, session, contestants)
    plan = EventPlan(
        copy.name,
        game_key=event.game_key,
        options=event.options,
        method_key=event.method_key,
        method_options=event.method_options,
        tiebreaks=tuple(event.tiebreaks),
        movement_key=key,
        movement_options=options,
        note=event.note,
        results_shown=event.results_shown,
        players_each=event.players_each,
        starts_at=copy.starts_at,
        place=event.place,
        fee_cents=event.fee_cents,
    )
    rounds = min(session.rounds_planned, get_movement(key, options).full_rounds(contestants))
    return EventSetup(plan, ("",) * contestants, rounds, session.boards_per_round)


def _movement(stage: Stage, session: Session, contestants: int) -> tuple[str, dict[str, str]]:
    """That of the stage, with its options; where so many came to play that it has no plan, the next best."""
    if contestants in get_movement(stage.movement_key, stage.movement_options).sizes:
        return stage.movement_key, stage.movement_options
    best = best_movement(session, contestants)
    return best.movement, dict(best.options)


def _enter_the_same(event: Event, made: Event) -> None:
    """The same people under the same numbers and names: by their rows, since two may have one name."""
    made.contestants.all().delete()
    entered = list(event.contestants.order_by("number"))
    made_of = Contestant.objects.bulk_create(
        Contestant(event=made, number=number, name=each.name) for number, each in enumerate(entered, 1)
    )
    again = dict(zip([each.pk for each in entered], made_of, strict=True))
    Partner.objects.bulk_create(
        Partner(contestant=again[partner.contestant_id], player_id=partner.player_id, number=partner.number)
        for partner in Partner.objects.filter(contestant__event=event).order_by("pk")
    )
