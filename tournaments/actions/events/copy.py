"""The same again: an event made like another one, on another day."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from games.game import MIN_TEAM_SIZE
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.contestants.categories import store_categories
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup, create_event_with_session
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.rounds.clock_settings import copy_clock_settings
from tournaments.actions.rounds.division import Division, SectionPlan
from tournaments.actions.rounds.plan_rows import movement_owner, propose_movement
from tournaments.models import AuditAction, Contestant, ContestantPlayer, Event, Section, Session
from tournaments.movements.catalogue import get_movement
from tournaments.permissions.actor import Actor
from tournaments.queries.standings.partial_rankings import members_by_category

_NO_PLAN = _(
    "The results of this event come from elsewhere: it has no movement to copy. Make a new event."
)


@dataclass(frozen=True)
class EventCopy:
    """What the copy is called and when it begins; with `same_contestants` who plays is known
    too."""

    name: str
    starts_at: datetime | None = None
    same_contestants: bool = False


def copy_event(event_id: int, copy: EventCopy, actor: Actor, key: str) -> Answer:
    """An event with as many contestants and a session, a seed of its own, that waits for its deal.

    The answer names both by number; the same `key` again gets the earlier answer. Who plays is
    nobody yet, or the same people, who have neither paid nor left. Raises `ValidationFailed` for
    what is wrong with name or day, and where there is no movement to copy.
    """
    return idempotent(
        actor, key, ["copy", event_id, asdict(copy)], lambda: _copy(event_id, copy, actor)
    )


def _copy(event_id: int, copy: EventCopy, actor: Actor) -> Answer:
    event = Event.objects.select_related("club").get(pk=event_id)
    answer = create_event_with_session(event.club, _setup(event, copy), actor)
    made = Event.objects.select_related("club").get(pk=answer["event"])
    copy_clock_settings(_first_session(event), Session.objects.get(pk=answer["session"]))
    if copy.same_contestants:
        _seat_the_same(event, made)
    _copy_categories(event, made, copy.same_contestants)
    record_audit(actor, AuditAction.COPY_EVENT, made, of=event.pk)
    return answer


def _copy_categories(event: Event, made: Event, same_contestants: bool) -> None:
    """The names of the categories, and who is in them where the same people play: they are
    numbered anew."""
    members = members_by_category(event)
    entered = event.contestants.order_by("number").values_list("number", flat=True)
    anew = {number: place for place, number in enumerate(entered, 1)} if same_contestants else {}
    again = {name: [anew[each] for each in members[name] if each in anew] for name in members}
    store_categories(made, again)


def _setup(event: Event, copy: EventCopy) -> EventSetup:
    stage = event.stages.order_by("number").first()
    if stage is None or not stage.movement_key:
        raise ValidationFailed([Problem("no_plan", _NO_PLAN)])
    session = _first_session(event)
    contestants = list(event.contestants.order_by("number").prefetch_related("partners"))
    names = tuple(_name(each) if copy.same_contestants else "" for each in contestants)
    division = _division(session, contestants)
    if division:
        key, options, rounds = stage.movement_key, stage.movement_options, session.rounds_planned
    else:
        key, options, rounds = _movement(session, len(contestants))
    plan = replace(_plan(event, copy), movement_key=key, movement_options=options)
    return EventSetup(
        plan, names, rounds, session.boards_per_round, division, session.minutes_available
    )


def _first_session(event: Event) -> Session:
    """Raises `ValidationFailed` where an event has none."""
    session = Session.objects.filter(stage__event=event).order_by("stage__number", "number").first()
    if session is None:
        raise ValidationFailed([Problem("no_plan", _NO_PLAN)])
    return session


def _plan(event: Event, copy: EventCopy) -> EventPlan:
    return EventPlan(
        copy.name,
        game_key=event.game_key,
        options=event.game.options,
        method_key=event.method_key,
        method_options=event.method_options,
        tiebreaks=tuple(event.tiebreaks),
        note=event.note,
        results_shown=event.results_shown,
        players_each=event.players_each,
        starts_at=copy.starts_at,
        place=event.place,
        fee_cents=event.fee_cents,
        missed=event.missed,
        objection_minutes=event.objection_minutes,
        halves=event.stages.earliest("number").halves,
    )


def _name(contestant: Contestant) -> str:
    """Empty for who is known by his number alone; nobody knows the players of a team."""
    is_named = contestant.event.players_each == MIN_TEAM_SIZE or contestant.partners.all()
    return contestant.name if is_named else ""


def _division(session: Session, contestants: Sequence[Contestant]) -> Division | None:
    """The sections of a session, with contestants as they are numbered anew; None where it is
    not divided."""
    sections = list(session.sections.select_related("session__stage", "venue"))
    if len(sections) < 2:
        return None
    anew = {each.pk: number for number, each in enumerate(contestants, 1)}
    plans = (
        SectionPlan(
            section.name,
            movement_owner(section).movement_key,
            movement_owner(section).movement_options,
            section.rounds_at_the_deal,
            tuple(anew[each.contestant_id] for each in section.assignments.order_by("number")),
            section.venue.name if section.venue else "",
        )
        for section in sections
    )
    return Division(tuple(plans), session.stage.ranks_sections_separately)


def _movement(session: Session, contestants: int) -> tuple[str, Mapping[str, str], int]:
    """That of the session, with its rounds; where so many came to play that it has no plan, the
    next best."""
    section = session.sections.select_related("session__stage__event").earliest("number")
    holder = movement_owner(section)
    key, options = holder.movement_key, dict(holder.movement_options)
    if contestants not in get_movement(key, options).sizes:
        best = propose_movement(section, contestants)
        key, options = best.movement, dict(best.options)
    return key, options, min(_turns(section), get_movement(key, options).full_rounds(contestants))


def _turns(section: Section) -> int:
    """How many rounds its movement had, before it was late on that evening."""
    return section.rounds_at_the_deal // section.session.stage.halves


def _seat_the_same(event: Event, made: Event) -> None:
    """The same people: by their rows, since two may have one name."""
    ContestantPlayer.objects.filter(contestant__event=made).delete()
    entered = event.contestants.order_by("number").values_list("pk", flat=True)
    again = made.contestants.order_by("number").values_list("pk", flat=True)
    made_of = dict(zip(entered, again, strict=True))
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(
            contestant_id=made_of[partner.contestant_id],
            player_id=partner.player_id,
            number=partner.number,
        )
        for partner in ContestantPlayer.objects.filter(contestant__event=event).order_by("pk")
    )
