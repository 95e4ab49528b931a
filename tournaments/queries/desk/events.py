"""Events in which a user has a role, for the list on the desk's first page."""

from collections import Counter
from collections.abc import Collection

from django.db.models import Count, Max, Q

from tournaments.models import Call, Play, Session
from tournaments.permissions.roles import all_sections_of_user, events_of_user

# The order of the list, by the state of the event's latest session.
_OPEN_FIRST = (
    Session.State.RUNNING,
    Session.State.DEALT,
    Session.State.CREATED,
    Session.State.FINISHED,
)

_PLAYING = Q(sections__rounds__started_at__isnull=False, sections__rounds__ended_at__isnull=True)


def latest_sessions_of_user(user_id: int, roles: Collection[str]) -> list[Session]:
    """Return the latest session of every event in which the user has one of `roles`.

    Open sessions come first, among them those with a table that calls, then those with results
    that differ; otherwise the newest. Each session has the attributes `pairs`, the number of
    contestants of the event, `current_round`, the number of the latest round in progress or None,
    and of the sections that the user sees `calling_tables`, the labels of the tables that call and
    have no answer yet, and `conflict_count`, the number of plays on which the two sides differ.
    """
    sessions = Session.objects.filter(stage__event__in=events_of_user(user_id, roles))
    with_event = sessions.select_related("stage__event__club").prefetch_related(
        "stage__event__stages__sessions"
    )
    ordered = with_event.order_by("stage__event", "stage__number", "number")
    annotated = ordered.annotate(
        pairs=Count("stage__event__contestants", distinct=True),
        current_round=Max("sections__rounds__number", filter=_PLAYING),
    )
    latest_by_event = {session.stage.event_id: session for session in annotated}
    sections = all_sections_of_user(user_id, roles)
    calls = Call.objects.filter(
        closed_at=None,
        answered_at=None,
        table__section__in=sections,
        table__section__session__in=latest_by_event.values(),
    )
    calling_tables: dict[int, list[str]] = {}
    for call in calls.select_related("table__section").order_by("pk"):
        calling_tables.setdefault(call.table.section.session_id, []).append(call.table.label)
    conflicts = Play.objects.filter(
        state=Play.State.CONFLICT,
        seating__round__section__in=sections,
        seating__round__section__session__in=latest_by_event.values(),
    )
    conflict_counts = Counter(conflicts.values_list("seating__round__section__session", flat=True))
    for session in latest_by_event.values():
        session.calling_tables = calling_tables.get(session.pk, [])  # type: ignore[attr-defined]
        session.conflict_count = conflict_counts[session.pk]  # type: ignore[attr-defined]
    newest = sorted(latest_by_event.values(), key=lambda session: session.created_at, reverse=True)
    return sorted(newest, key=_urgency)


def _urgency(session: Session) -> tuple[int, bool, bool]:
    """Return the sort key of a session: its state, then whether anybody needs the director."""
    state = _OPEN_FIRST.index(Session.State(session.state))
    return state, not session.calling_tables, not session.conflict_count  # type: ignore[attr-defined]
