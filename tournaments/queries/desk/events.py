"""The events in which somebody has a role: where the desk begins."""

from collections.abc import Collection

from django.db.models import Count, Max, Q

from tournaments.models import Session
from tournaments.permissions.roles import events_of_user

_OPEN_FIRST = (
    Session.State.RUNNING,
    Session.State.DEALT,
    Session.State.CREATED,
    Session.State.FINISHED,
)

_PLAYING = Q(sections__rounds__started_at__isnull=False, sections__rounds__ended_at__isnull=True)


def latest_sessions_of_user(user_id: int, roles: Collection[str]) -> list[Session]:
    """The latest session of every event in which the user has one of `roles`, open ones first.

    Each has `pairs`, how many play in the event, and `round_now`, the latest round being played,
    or None.
    """
    sessions = Session.objects.filter(stage__event__in=events_of_user(user_id, roles))
    whole = sessions.select_related("stage__event__club").prefetch_related(
        "stage__event__stages__sessions"
    )
    ordered = whole.order_by("stage__event", "stage__number", "number")
    counted = ordered.annotate(
        pairs=Count("stage__event__contestants", distinct=True),
        current_round=Max("sections__rounds__number", filter=_PLAYING),
    )
    latest = {session.stage.event_id: session for session in counted}
    newest = sorted(latest.values(), key=lambda session: session.created_at, reverse=True)
    return sorted(newest, key=lambda session: _OPEN_FIRST.index(Session.State(session.state)))
