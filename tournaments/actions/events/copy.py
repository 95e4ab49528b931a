"""Create an event like an earlier one, with or without the same contestants."""

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

_NO_MOVEMENT = _(
    "The results of this event come from elsewhere: it has no movement to copy. Make a new event."
)


@dataclass(frozen=True)
class EventCopy:
    """The requested name and start of a copy, and whether it has the same contestants."""

    name: str
    starts_at: datetime | None = None
    same_contestants: bool = False


def copy_event(event_id: int, requested: EventCopy, actor: Actor, key: str) -> Answer:
    """Create an event like another one, with an undealt session for as many contestants.

    With `same_contestants` the contestants have the same names and players, otherwise they are
    unnamed. None of them has paid or withdrawn. The answer has the ids of the event and its
    session. `key` is the idempotency key. Raises `ValidationFailed` for a wrong name or day, and if
    there is no movement to copy.
    """
    return idempotent(
        actor, key, ["copy", event_id, asdict(requested)], lambda: _copy(event_id, requested, actor)
    )


def _copy(event_id: int, requested: EventCopy, actor: Actor) -> Answer:
    event = Event.objects.select_related("club").get(pk=event_id)
    answer = create_event_with_session(event.club, _copied_setup(event, requested), actor)
    new_event = Event.objects.select_related("club").get(pk=answer["event"])
    copy_clock_settings(_first_session(event), Session.objects.get(pk=answer["session"]))
    if requested.same_contestants:
        _copy_players(event, new_event)
    _copy_categories(event, new_event, requested.same_contestants)
    record_audit(actor, AuditAction.COPY_EVENT, new_event, of=event.pk)
    return answer


def _copy_categories(event: Event, new_event: Event, same_contestants: bool) -> None:
    """Copy the categories; their members only if the new event has the same contestants."""
    members = members_by_category(event)
    old_numbers = event.contestants.order_by("number").values_list("number", flat=True)
    new_numbers = (
        {old_number: number for number, old_number in enumerate(old_numbers, 1)}
        if same_contestants
        else {}
    )
    new_members = {
        name: [new_numbers[number] for number in members[name] if number in new_numbers]
        for name in members
    }
    store_categories(new_event, new_members)


def _copied_setup(event: Event, requested: EventCopy) -> EventSetup:
    stage = event.stages.order_by("number").first()
    if stage is None or not stage.movement_key:
        raise ValidationFailed([Problem("no_plan", _NO_MOVEMENT)])
    session = _first_session(event)
    contestants = list(event.contestants.order_by("number").prefetch_related("partners"))
    names = tuple(
        _name_in_copy(contestant) if requested.same_contestants else ""
        for contestant in contestants
    )
    division = _copied_division(session, contestants)
    if division:
        movement_key, options, rounds = (
            stage.movement_key,
            stage.movement_options,
            session.rounds_planned,
        )
    else:
        movement_key, options, rounds = _fitting_movement(session, len(contestants))
    plan = replace(
        _copied_plan(event, requested), movement_key=movement_key, movement_options=options
    )
    return EventSetup(
        plan, names, rounds, session.boards_per_round, division, session.minutes_available
    )


def _first_session(event: Event) -> Session:
    """Return the first session of an event; raise `ValidationFailed` if it has none."""
    session = Session.objects.filter(stage__event=event).order_by("stage__number", "number").first()
    if session is None:
        raise ValidationFailed([Problem("no_plan", _NO_MOVEMENT)])
    return session


def _copied_plan(event: Event, requested: EventCopy) -> EventPlan:
    return EventPlan(
        requested.name,
        game_key=event.game_key,
        options=event.game.options,
        method_key=event.method_key,
        method_options=event.method_options,
        tiebreaks=tuple(event.tiebreaks),
        note=event.note,
        results_shown=event.results_shown,
        players_each=event.players_each,
        starts_at=requested.starts_at,
        place=event.place,
        fee_cents=event.fee_cents,
        missed=event.missed,
        objection_minutes=event.objection_minutes,
        halves=event.stages.earliest("number").halves,
    )


def _name_in_copy(contestant: Contestant) -> str:
    """Return the contestant's name; an empty text for a placeholder name.

    A contestant without known players has a placeholder name, unless it is a team.
    """
    has_name = contestant.event.players_each == MIN_TEAM_SIZE or contestant.partners.all()
    return contestant.name if has_name else ""


def _copied_division(session: Session, contestants: Sequence[Contestant]) -> Division | None:
    """Return the sections of a session with the contestants' new numbers; None if it has one."""
    sections = list(session.sections.select_related("session__stage", "venue"))
    if len(sections) < 2:
        return None
    new_numbers = {contestant.pk: number for number, contestant in enumerate(contestants, 1)}
    plans = (
        SectionPlan(
            section.name,
            movement_owner(section).movement_key,
            movement_owner(section).movement_options,
            section.dealt_rounds,
            tuple(
                new_numbers[assignment.contestant_id]
                for assignment in section.assignments.order_by("number")
            ),
            section.venue.name if section.venue else "",
        )
        for section in sections
    )
    return Division(tuple(plans), session.stage.ranks_sections_separately)


def _fitting_movement(
    session: Session, contestant_count: int
) -> tuple[str, Mapping[str, str], int]:
    """Return the key, options and rounds of a movement for the copied contestants.

    This is the session's movement, unless late arrivals or withdrawals have left a number of
    contestants for which it has no plan. Then the movement is the one proposed for that number.
    """
    section = session.sections.select_related("session__stage__event").earliest("number")
    owner = movement_owner(section)
    movement_key, options = owner.movement_key, dict(owner.movement_options)
    if contestant_count not in get_movement(movement_key, options).contestant_counts:
        proposal = propose_movement(section, contestant_count)
        movement_key, options = proposal.movement, dict(proposal.options)
    return (
        movement_key,
        options,
        min(
            _planned_rounds(section),
            get_movement(movement_key, options).full_round_count(contestant_count),
        ),
    )


def _planned_rounds(section: Section) -> int:
    """Return the number of the section's planned rounds, also those left out later.

    The halves of a team match count as one round.
    """
    return section.dealt_rounds // section.session.stage.halves


def _copy_players(event: Event, new_event: Event) -> None:
    """Replace the players of the copy by those of the event.

    Creating the copy has found players by name, which may be wrong if two players have one name.
    """
    ContestantPlayer.objects.filter(contestant__event=new_event).delete()
    old_ids = event.contestants.order_by("number").values_list("pk", flat=True)
    new_ids = new_event.contestants.order_by("number").values_list("pk", flat=True)
    new_id_by_old_id = dict(zip(old_ids, new_ids, strict=True))
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(
            contestant_id=new_id_by_old_id[contestant_player.contestant_id],
            player_id=contestant_player.player_id,
            number=contestant_player.number,
        )
        for contestant_player in ContestantPlayer.objects.filter(contestant__event=event).order_by(
            "pk"
        )
    )
