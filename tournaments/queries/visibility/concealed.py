"""A member who plays in his own event: what the desk keeps from him until he has played."""

from django.db.models import Q, QuerySet

from tournaments.models import Contestant, Play, Session


def boards_to_play(user_id: int, session: Session) -> set[int]:
    """The numbers of the boards that the player who this member is has yet to play; none once it is over."""
    if session.is_over:
        return set()
    due = Play.objects.awaited().filter(_seats(user_id), board__session=session)
    return set(due.values_list("board__number", flat=True))


def is_still_to_play(user_id: int, club_id: int) -> bool:
    """Whether the player of a club who this member is may have boards to play in a session going on.

    Where rounds are still to be drawn whoever is entered may have some, though none is due.
    """
    sessions = Session.objects.filter(stage__event__club=club_id).exclude(state=Session.State.FINISHED)
    return any(
        boards_to_play(user_id, session) or (session.stage.is_drawn and _is_entered(user_id, session))
        for session in sessions.select_related("stage__event")
    )


def is_concealed(user_id: int | None, play: Play) -> bool:
    """Whether what was said about a play is kept from this user."""
    return user_id is not None and concealed_plays(user_id, Play.objects.filter(pk=play.pk)).exists()


def concealed_plays(user_id: int, plays: QuerySet[Play]) -> QuerySet[Play]:
    """Those of some plays that are kept from this user: he has their boards yet to play, elsewhere.

    A play that was revealed to him is concealed no longer, and none is once the session is over.
    """
    due = Play.objects.awaited().filter(_seats(user_id)).exclude(board__session__state=Session.State.FINISHED)
    elsewhere = plays.filter(board__in=due.values("board")).exclude(pk__in=due.values("pk"))
    return elsewhere.exclude(reveals__user=user_id)


def _seats(user_id: int) -> Q:
    """Plays at which he sits, or which his contestant plays while another sits for him."""
    sits = Q(seating__places__player__user=user_id)
    return sits | Q(seating__places__contestant__partners__player__user=user_id)


def _is_entered(user_id: int, session: Session) -> bool:
    entered = Contestant.objects.filter(event=session.stage.event_id, withdrawn_at=None)
    return entered.filter(partners__player__user=user_id).exists()
