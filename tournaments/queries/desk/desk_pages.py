"""Which pages of an event's desk somebody may open, as far as they have something to show."""

from django.db.models import QuerySet

from tournaments.models import Event, Session, Table
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES, can_direct, sections_of_user


def desk_pages(user_id: int, event: Event) -> list[str]:
    """The names of their addresses, in the order in which an evening needs them."""
    sessions = Session.objects.filter(stage__event=event).select_related("stage__event")
    session = sessions.order_by("stage__number", "number").last()
    if session is None:
        return []
    runs = can_direct(user_id, event)
    seated = _tables_of(session).exists() if runs else _directs_tables(user_id, session)
    shown = {
        "event_desk": True,
        "event_contestants": runs,
        "paper": seated,
        "poster": seated,
        "desk_phones": seated and session.started_at is not None,
        "event_draw": runs and session.stage.is_drawn and session.state != Session.State.CREATED,
        "event_line_ups": runs and seated and event.at_two_tables and not session.is_over,
        "typing": session.started_at is not None,
        "event_clock": seated and not session.is_over,
        "penalties": runs,
        "corrections": seated and session.started_at is not None,
        "desk_board_making": runs and _has_boards_to_make(session, event),
        "history": runs and session.started_at is not None,
        "event_edit": runs,
        "event_movement_report": runs and seated,
    }
    return [name for name, is_shown in shown.items() if is_shown]


def _has_boards_to_make(session: Session, event: Event) -> bool:
    """Whether hands are known that can be made up from packs of cards."""
    return bool(session.commitment) and event.game.has_play and not session.is_over


def _directs_tables(user_id: int, session: Session) -> bool:
    """Whether who does not run the event directs tables of the session, at a venue of his."""
    event = session.stage.event
    his = sections_of_user(user_id, event, SECTION_DIRECTOR_ROLES).filter(session=session)
    return not event.read_only and _tables_of(session).filter(section__in=his).exists()


def _tables_of(session: Session) -> QuerySet[Table]:
    """Those at which somebody sits in some round."""
    return Table.objects.filter(section__session=session, seatings__isnull=False)
