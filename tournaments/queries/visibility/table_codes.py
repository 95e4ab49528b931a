"""Whether table codes are hidden from a member of the staff, because the member plays in the
event."""

from tournaments.models import Session
from tournaments.queries.visibility.concealed import plays_in_event


def hides_codes(user_id: int, session: Session) -> bool:
    """Return whether the codes of a session's tables are hidden from a user.

    With the code of another table a player could read its results. Before the session starts a
    playing director prints the sheets; once it is over there is nothing left to read.
    """
    is_running = session.state == Session.State.RUNNING
    return is_running and plays_in_event(user_id, session.stage.event_id)
