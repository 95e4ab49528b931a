"""A contestant who comes before anything was played: the plan is made anew, with one table more."""

from django.db import transaction

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.acts.undoing import undo_act
from tournaments.actions.contestants.registration import add_contestants
from tournaments.actions.rounds.sessions import start_session
from tournaments.models import Event, Session
from tournaments.queries.contestants.late_arrivals import start_to_take_back

_PLAYED = _("Something has been played: no table can be added any more.")


def join_at_one_more_table(event: Event, session: Session, name: str, actor: Actor) -> None:
    """Take back the start of a session, plan it anew with one contestant more, and start it again.

    All of it or nothing. Raises `Refused` once a table has entered anything, and as `undo_act`,
    `add_contestants` and `start_session` do.
    """
    with transaction.atomic():
        start = start_to_take_back(session)
        if start is None:
            raise Refused([Problem("played", _PLAYED)])
        undo_act(start, actor)
        add_contestants(event, [name], actor)
        start_session(session.pk, actor)
