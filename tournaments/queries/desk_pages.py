"""Which pages of an event's desk somebody may open, as far as they have something to show."""

from tournaments.models import Event, Session, Table
from tournaments.queries.roles import MAY_RUN_A_SECTION, may_run, sections_run_by


def desk_pages(user_id: int, event: Event) -> list[str]:
    """The names of their addresses, in the order in which an evening needs them."""
    sessions = Session.objects.filter(stage__event=event).select_related("stage__event")
    session = sessions.order_by("stage__number", "number").last()
    if session is None:
        return []
    runs, seated = may_run(user_id, event), _directs_tables(user_id, session)
    shown = {
        "event_desk": True,
        "event_contestants": runs,
        "paper": seated,
        "poster": seated,
        "event_draw": runs and session.stage.is_drawn and session.state != Session.State.CREATED,
        "event_line_ups": runs and seated and event.at_two_tables and not session.is_over,
        "typing": session.started_at is not None,
        "penalties": runs,
        "acts": runs and session.started_at is not None,
    }
    return [name for name, is_shown in shown.items() if is_shown]


def _directs_tables(user_id: int, session: Session) -> bool:
    """Whether the user directs tables of the session: all of them, or those at a venue of his."""
    event = session.stage.event
    his = sections_run_by(user_id, event, MAY_RUN_A_SECTION).filter(session=session)
    tables = Table.objects.filter(section__in=his, seatings__isnull=False)
    return not event.read_only and tables.exists()
