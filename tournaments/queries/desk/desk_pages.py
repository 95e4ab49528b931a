"""List the pages of an event's desk that a user may open and that have something to show."""

from django.db.models import QuerySet

from tournaments.models import Event, Session, Table
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES, can_direct, sections_of_user


def desk_pages(user_id: int, event: Event) -> list[str]:
    """Return the URL names of the pages, in the order in which an evening needs them."""
    sessions = Session.objects.filter(stage__event=event).select_related("stage__event")
    session = sessions.order_by("stage__number", "number").last()
    if session is None:
        return []
    directs_event = can_direct(user_id, event)
    has_tables = (
        _seated_tables(session).exists()
        if directs_event
        else _directs_seated_tables(user_id, session)
    )
    is_shown_by_name = {
        "event_desk": True,
        "event_contestants": directs_event,
        "paper": has_tables,
        "poster": has_tables,
        "desk_phones": has_tables and session.started_at is not None,
        "event_draw": directs_event
        and session.stage.is_drawn
        and session.state != Session.State.CREATED,
        "event_line_ups": directs_event
        and has_tables
        and event.at_two_tables
        and not session.is_over,
        "typing": session.started_at is not None,
        "event_clock": has_tables and not session.is_over,
        "penalties": directs_event,
        "corrections": has_tables and session.started_at is not None,
        "board_preparation": directs_event and _can_prepare_boards(session, event),
        "history": directs_event and session.started_at is not None,
        "event_edit": directs_event,
        "event_movement_report": directs_event and has_tables,
    }
    return [name for name, is_shown in is_shown_by_name.items() if is_shown]


def _can_prepare_boards(session: Session, event: Event) -> bool:
    """Return whether hands are known that can be made up from packs of cards."""
    return bool(session.commitment) and event.game.has_play and not session.is_over


def _directs_seated_tables(user_id: int, session: Session) -> bool:
    """Return whether a user who does not direct the event directs tables of the session.

    Such users direct the sections of a venue.
    """
    event = session.stage.event
    sections = sections_of_user(user_id, event, SECTION_DIRECTOR_ROLES).filter(session=session)
    return not event.read_only and _seated_tables(session).filter(section__in=sections).exists()


def _seated_tables(session: Session) -> QuerySet[Table]:
    """Return the tables at which somebody sits in some round."""
    return Table.objects.filter(section__session=session, seatings__isnull=False)
