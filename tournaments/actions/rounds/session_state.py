"""Whether a session has begun: that follows from its rounds."""

from django.db.models import Min

from tournaments.models import Round, Session


def sync_session_start(session: Session) -> None:
    """Let a session that is dealt have begun with the first of its rounds; while none has, it
    waits."""
    begun_at = Round.objects.filter(section__session=session).aggregate(first=Min("started_at"))[
        "first"
    ]
    state = Session.State.RUNNING if begun_at else Session.State.DEALT
    open_ = Session.objects.filter(
        pk=session.pk, state__in=(Session.State.DEALT, Session.State.RUNNING)
    )
    open_.update(state=state, started_at=begun_at)
