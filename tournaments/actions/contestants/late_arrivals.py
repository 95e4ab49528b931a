"""Add contestants who arrive during a session, or after its start before the first result."""

from django.db import transaction
from django.db.models import Max

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.contestants.pasted_list import LIST_FIELD
from tournaments.actions.contestants.registration import (
    add_contestants,
    check_not_entered,
    create_contestants,
    next_number,
)
from tournaments.actions.contestants.unplanned_tables import get_section_to_seat_in, seat_as_planned
from tournaments.actions.contestants.vacated_seats import rows_of_arrivals_and_departures
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.rounds.sessions import start_session
from tournaments.models import AuditAction, Contestant, Event, Section, SectionAssignment, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.contestants.late_arrival_seats import (
    LateArrivalSeats,
    undoable_session_start,
)
from tournaments.queries.people.names import contestant_name
from tournaments.queries.rounds.in_progress import get_running_session

_NAME_OF_WITHDRAWN = _(
    "%(name)s has left this event, and the earlier results keep this name. They begin from "
    "zero: write the name a little differently."
)


def lock_running_session(event: Event) -> Session:
    """Return the running session, locked; raise `ValidationFailed` if there is none."""
    return get_running_session(event, Session.objects.select_for_update(of=("self",)))


def session_sections(session: Session) -> list[Section]:
    """Return all sections of a session, as an arrival or departure changes all rankings."""
    return list(session.sections.select_related("session__stage__event__club").order_by("number"))


def create_newcomer(event: Event, name: str) -> Contestant:
    """Create a contestant called `name` with the next free number.

    Raises `ValidationFailed` if one of the players is in the event already, or if a withdrawn
    contestant has the same name.
    """
    new_name = contestant_name(name, event.players_each)
    if event.contestants.filter(name=new_name).exclude(withdrawn_at=None).exists():
        raise ValidationFailed(
            [Problem("name_of_gone", _NAME_OF_WITHDRAWN, {"name": new_name}, LIST_FIELD)]
        )
    check_not_entered(event, event.contestants.filter(withdrawn_at=None), [name])
    (newcomer,) = create_contestants(event, [name], next_number(event))
    return newcomer


def assign_late_arrival(section: Section, newcomer: Contestant) -> None:
    """Assign the newcomer to a section whose contestants are assigned explicitly.

    The newcomer gets the number after the last one, which the section's movement does not use.
    Sections without assignments hold all contestants of the event.
    """
    if last_number := section.assignments.aggregate(last=Max("number"))["last"]:
        SectionAssignment.objects.create(
            section=section, contestant=newcomer, number=last_number + 1
        )


def add_late_arrival(
    event: Event, name: str, seats: LateArrivalSeats, correction: CorrectionRequest
) -> Answer:
    """Add a contestant during a session.

    If rounds are drawn, the contestant takes part from the next draw on; otherwise they get the
    proposed `seats`. The answer has the new `contestant` (primary key) and its `number`. Raises as
    `correcting` does, `ValidationFailed` if no session is running or a player is in the event
    already, and `Conflict` if a proposed seat is no longer free.
    """
    body = [AuditAction.ADD_LATE_ARRIVAL, event.pk, name, seats]
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _add_late_arrival(event, name, seats, correction),
    )


def _add_late_arrival(
    event: Event, name: str, seats: LateArrivalSeats, correction: CorrectionRequest
) -> Answer:
    session = lock_running_session(event)
    subject: dict[str, int] = {}
    rows = rows_of_arrivals_and_departures(session)
    with correcting(
        session_sections(session), AuditAction.ADD_LATE_ARRIVAL, subject, rows, correction
    ):
        newcomer = _seat_newcomer(session, name, seats)
        subject |= {"contestant": newcomer.pk, "number": newcomer.number}
    return dict(subject)


def _seat_newcomer(session: Session, name: str, seats: LateArrivalSeats) -> Contestant:
    section = get_section_to_seat_in(session, seats.section)
    newcomer = create_newcomer(session.stage.event, name)
    if not session.stage.is_drawn:
        seat_as_planned(section, seats.tables, newcomer)
    assign_late_arrival(section, newcomer)
    return newcomer


_BOARDS_PLAYED = _("Boards have been played, so no table can be added any more.")


def restart_with_one_more_table(event: Event, session: Session, name: str, actor: Actor) -> None:
    """Undo the start of a session, plan it with one more contestant, and start it again.

    All this happens in one transaction. Raises `ValidationFailed` once a table has entered
    anything, and as `undo_step`, `add_contestants` and `start_session` do.
    """
    with transaction.atomic():
        start = undoable_session_start(session)
        if start is None:
            raise ValidationFailed([Problem("played", _BOARDS_PLAYED)])
        undo_step(start, actor)
        add_contestants(event, [name], actor)
        start_session(session.pk, actor)
