"""What is still open before a session is finished or its standings are published: said, and led
to."""

from typing import Any

from tournaments.forms import sentence
from tournaments.models import Session
from tournaments.queries.desk.desk import DeskRoom
from tournaments.queries.desk.unsettled import missing_results, unsettled_plays, unsettled_results


def open_results(session: Session, room: DeskRoom) -> dict[str, Any]:
    """What is missing while it runs; once no round is played, everything that can be settled,
    and where."""
    event = session.stage.event
    if session.is_over:
        if event.published_at or event.read_only:
            return {}
        of_event = Session.objects.filter(stage__event=event)
        return {
            "unsettled": [*map(sentence, unsettled_results(of_event))],
            "still_open": unsettled_plays(of_event, session),
        }
    if session.state != Session.State.RUNNING:
        return {}
    here = Session.objects.filter(pk=session.pk)
    still_open = () if room.is_playing else unsettled_plays(here, session)
    return {"missing": [*map(sentence, missing_results(here))], "still_open": still_open}
