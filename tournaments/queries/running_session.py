"""Which session of an event is being played; what can be done only then is refused where none
is."""

from django.db.models import QuerySet

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.models import Event, Session

_NOT_RUNNING = _("Nothing is being played now.")


def running_session_of(event: Event, sessions: QuerySet[Session]) -> Session:
    """That of some sessions which is being played; raises `Refused` where there is none."""
    running = sessions.filter(stage__event=event, state=Session.State.RUNNING)
    session = (
        running.select_related("stage__event__club").order_by("stage__number", "number").last()
    )
    if session is None:
        raise _not_running()
    return session


def check_running(session: Session) -> None:
    """Raises `Refused` where a session is not being played, by the row that was read of it."""
    if session.state != Session.State.RUNNING:
        raise _not_running()


def _not_running() -> Refused:
    return Refused([Problem("not_running", _NOT_RUNNING)])
