"""After the start: contestants who come late."""

from django.db import transaction

from tournaments.actions.actor import Actor
from tournaments.actions.acts.recording import recorded
from tournaments.actions.audit import record
from tournaments.actions.contestants.late_places import late_places, open_sections
from tournaments.actions.contestants.newcomers import allot_late, enter_newcomer, running_session
from tournaments.actions.contestants.seats_given_up import rows_of_comings_and_goings
from tournaments.actions.contestants.to_come import rounds_to_come
from tournaments.actions.results.standings_changed import plays_added, standings_changed
from tournaments.models import Contestant, Event, Place, Session, SitOut, Verb


def join_event(event: Event, name: str, actor: Actor, section: str = "") -> Contestant:
    """A contestant who comes while it plays: in the next draw, or at the empty place of a fixed plan.

    He plays in the section of that name; blank, wherever there is a place. Raises `Refused` where nothing is
    being played, when he plays already, where no place is free, and where a section has to be named.
    """
    with transaction.atomic():
        session = running_session(event)
        about: dict[str, object] = {}
        rows = rows_of_comings_and_goings(session, rounds_to_come(session))
        with recorded(actor, Verb.JOIN_EVENT, event, about, rows, session=session):
            newcomer = seated_late(session, name, section)
            about |= {"contestant": newcomer.pk, "number": newcomer.number}
        record(actor, Verb.JOIN_EVENT, event, **about)
        standings_changed(session.stage_id)
    return newcomer


def seated_late(session: Session, name: str, section: str) -> Contestant:
    """What `join_event` writes, within its act."""
    sections = open_sections(session, section.strip())
    newcomer = enter_newcomer(session.stage.event, name)
    if session.stage.is_drawn:
        allot_late(sections[0], newcomer)
    else:
        late_places(sections, newcomer)
        _need_not_rest(session, newcomer)
        plays_added(session.stage)
    return newcomer


def _need_not_rest(session: Session, newcomer: Contestant) -> None:
    """Whoever would have rested and meets a newcomer now sits out no more."""
    for round_ in rounds_to_come(session):
        met = Place.objects.filter(seating__round=round_, seating__places__contestant=newcomer)
        SitOut.objects.filter(round=round_, contestant__in=met.values("contestant")).delete()
