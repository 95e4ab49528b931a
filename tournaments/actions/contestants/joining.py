"""After the start: contestants who come late."""

from tournaments.actions.contestants.newcomers import (
    allot_late,
    enter_newcomer,
    everywhere,
    running_session,
)
from tournaments.actions.contestants.seats_given_up import rows_of_comings_and_goings
from tournaments.actions.contestants.tables_taken import section_to_seat_in, take_tables
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.repairs.repair import Repair, repairing
from tournaments.models import Contestant, Event, Session, Verb
from tournaments.queries.contestants.late_arrivals import LateSeats


def join_event(event: Event, name: str, seats: LateSeats, how: Repair) -> Answer:
    """A contestant who comes while it plays: in the next draw, or at the tables that were found for
    him.

    Answers his row as `contestant` and his `number`. Raises as `repairing` does, `Refused` where
    nothing is being played and when he plays already, and `Conflict` where he cannot sit as it was
    found any more.
    """
    body = [Verb.JOIN_EVENT, event.pk, name, seats]
    return idempotent(how.actor, how.key, body, lambda: _join(event, name, seats, how))


def _join(event: Event, name: str, seats: LateSeats, how: Repair) -> Answer:
    session = running_session(event)
    about: dict[str, int] = {}
    rows = rows_of_comings_and_goings(session)
    with repairing(everywhere(session), Verb.JOIN_EVENT, about, rows, how):
        newcomer = _seated_late(session, name, seats)
        about |= {"contestant": newcomer.pk, "number": newcomer.number}
    return dict(about)


def _seated_late(session: Session, name: str, seats: LateSeats) -> Contestant:
    section = section_to_seat_in(session, seats.section)
    newcomer = enter_newcomer(session.stage.event, name)
    if not session.stage.is_drawn:
        take_tables(section, seats.tables, newcomer)
    allot_late(section, newcomer)
    return newcomer
