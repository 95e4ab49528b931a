"""Events that keep quiet about results: until the round ends, or the session.

A board is hidden longer than it is sealed then: its cards may be known and its results not yet.
"""

from django.db.models import QuerySet

from tournaments.models import Award, Board, Event, Play, Round, Session
from tournaments.queries.hands import is_sealed, sealed_numbers

_AT_ONCE, _ROUND, _SESSION = Event.ResultsShown.AT_ONCE, Event.ResultsShown.ROUND, Event.ResultsShown.SESSION


def silent_until(play: Play) -> str:
    """What must end before a table may see more of a play than its own result: round, session, or blank."""
    shown = play.board.session.stage.event.results_shown
    if shown == _ROUND and play.seating.round.ended_at is None:
        return shown
    return shown if shown == _SESSION and not play.board.session.is_over else ""


def is_hidden(board: Board) -> bool:
    """Whether nobody who has not played a board may see its results: it is sealed, or the event is silent."""
    return is_sealed(board) or board.number in _silent(board.session)


def hidden_numbers(session: Session) -> set[int]:
    """The numbers of the boards of a session that are hidden."""
    return sealed_numbers(session) | _silent(session)


def _silent(session: Session) -> set[int]:
    shown = session.stage.event.results_shown
    if shown == _AT_ONCE or session.is_over:
        return set()
    boards = session.boards.order_by("number")
    if shown == _ROUND:
        boards = boards.filter(plays__seating__round__ended_at=None)
    return set(boards.values_list("number", flat=True))


def is_quiet(event: Event) -> bool:
    """Whether the standings that anybody sees leave out what is being played."""
    rounds = Round.objects.filter(section__session__stage__event=event, ended_at=None)
    if event.results_shown == _ROUND:
        return rounds.exclude(started_at=None).exists()
    sessions = Session.objects.filter(stage__event=event).exclude(state=Session.State.FINISHED)
    return event.results_shown == _SESSION and sessions.exists()


def told(awards: QuerySet[Award], event: Event) -> QuerySet[Award]:
    """Those of an event's awards that its standings may tell of while it is quiet."""
    if event.results_shown == _ROUND:
        return awards.exclude(play__seating__round__ended_at=None)
    return awards.filter(play__board__session__state=Session.State.FINISHED)
