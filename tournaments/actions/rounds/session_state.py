"""Derive a session's state from its rounds."""

from django.db.models import Min

from tournaments.models import Round, Session


def sync_session_state(session: Session) -> None:
    """Set a session's state to running if one of its rounds has started, else back to dealt.

    Its start is the earliest start of a round. Sessions that are finished or not dealt stay as they
    are.
    """
    started_at = Round.objects.filter(section__session=session).aggregate(first=Min("started_at"))[
        "first"
    ]
    state = Session.State.RUNNING if started_at else Session.State.DEALT
    dealt_or_running = Session.objects.filter(
        pk=session.pk, state__in=(Session.State.DEALT, Session.State.RUNNING)
    )
    dealt_or_running.update(state=state, started_at=started_at)
